import { useHolds } from '#features/cart/api/holds-api.ts';
import { HoldNote } from '#features/cart/public/HoldNote.tsx';
import { useNow } from '#lib/time/use-now.ts';

/**
 * Says until when another buyer holds a track, and offers a mail at the end of the hold. A hold whose time has passed by the server's
 * clock ends any moment and is no longer shown.
 */
export function TrackHold({ id, name }: { id: number; name: string }) {
  const hold = useHolds([id]).get(id);
  const now = useNow();
  const isOver = hold?.until !== undefined && hold.until !== null && Date.parse(hold.until) <= now;
  return <HoldNote name={name} hold={isOver ? undefined : hold} />;
}
