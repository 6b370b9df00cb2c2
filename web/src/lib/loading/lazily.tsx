import { lazy, type ComponentType } from 'react';
import { whileLoading } from './loading';
import { persistently } from './persistently';

/** What could not be loaded and is asked for anew by the next drawing. */
const failed = new Set<() => void>();

/** Called once a boundary shows that something is missing; from then on drawing it again is another try. */
export function renewFailed() {
  for (const renew of failed) renew();
  failed.clear();
}

/**
 * A component in a chunk of its own, like React's `lazy`, but a failure is not for ever: loading is tried several times, and once more
 * whenever the boundary around it draws it again. `quiet` is for what comes by itself: the loading bar is for what somebody asked for.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { quiet = false }: { quiet?: boolean } = {},
): ComponentType<Props> {
  const attempt = () =>
    lazy<ComponentType<object>>(async () => {
      const loading = persistently(load);
      try {
        return { default: (await (quiet ? loading : whileLoading(loading))) as ComponentType<object> };
      } catch (error) {
        failed.add(() => {
          Part = attempt();
        });
        throw error;
      }
    });
  let Part = attempt();
  return (props) => <Part {...props} />;
}
