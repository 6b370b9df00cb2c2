import { lazy, type ComponentType } from 'react';
import { whileLoading } from './loading';
import { persistently } from './persistently';

/** Components that could not be loaded; the next drawing tries them again. */
const failed = new Set<() => void>();

/**
 * `arrive` loads the component before it is first rendered: then it is there at once, as the server and the browser's first
 * rendering need it.
 */
type Lazily<Props> = ComponentType<Props> & { arrive: () => Promise<void> };

/** Called once an error boundary shows that something is missing. From then on, drawing it again is another try. */
export function renewFailed() {
  for (const renew of failed) renew();
  failed.clear();
}

/**
 * A component in a chunk of its own, like React's `lazy`, but a failure is not final: loading is tried several times, and again whenever
 * the boundary around it redraws. `quiet` is for components that appear by themselves; the loading bar is only for those that somebody
 * asked for.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { quiet = false }: { quiet?: boolean } = {},
): Lazily<Props> {
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
  let Part: ComponentType<object> = attempt();
  const arrive = async () => {
    Part = (await persistently(load)) as ComponentType<object>;
  };
  return Object.assign((props: Props) => <Part {...props} />, { arrive });
}
