import { lazily } from '../../lib/loading/lazily';
import { useElapsed } from '../../lib/time/use-elapsed';
import { Part } from '../../ui/feedback/Part';

const APPEAR_MS = 3000;

const PopupContents = lazily(async () => (await import('./PopupContents')).PopupContents, { quiet: true });

/** Shows the pop-ups three seconds after the page. Without their code, they do not appear. */
export function Popups() {
  const due = useElapsed(APPEAR_MS);
  return due ? (
    <Part instead={null}>
      <PopupContents />
    </Part>
  ) : null;
}
