import { lazy, type ComponentType, type ReactElement } from 'react';
import { watchers } from '../watchers';
import { withRetry } from './with-retry';

let running = 0;
const { subscribe, tell } = watchers();

const count = (by: number) => {
  running += by;
  tell();
};

/** Shows the loading bar while the user waits for this work. */
async function whileLoading<Result>(work: Promise<Result>): Promise<Result> {
  count(1);
  try {
    return await work;
  } finally {
    count(-1);
  }
}

/** Whether the user waits for a part of the app; an external store. */
export const loading = { subscribe, get: () => running > 0 };

/** Components that could not be loaded. They are tried again when they are drawn again. */
const failedLoads = new Set<() => void>();

type Loaded = (props: object) => ReactElement;

/** `arrive` loads the component before its first rendering, because the server and the hydrating browser need it at once. */
type Lazily<Props> = ((props: Props) => ReactElement) & { arrive: () => Promise<void> };

/** Called when an error boundary shows that something is missing. From then on, drawing it again is another try. */
export function renewFailed() {
  for (const renew of failedLoads) renew();
  failedLoads.clear();
}

/**
 * A component in a chunk of its own, like React's `lazy`, but a failure is not final: loading is tried several times, and again
 * whenever the boundary around it redraws. `quiet` is for components that appear by themselves, without the loading bar.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { quiet = false }: { quiet?: boolean } = {},
): Lazily<Props> {
  const attempt = () =>
    lazy(async () => {
      const loading = withRetry(load);
      try {
        return { default: (await (quiet ? loading : whileLoading(loading))) as ComponentType<object> };
      } catch (error) {
        failedLoads.add(() => {
          Part = attempt();
        });
        throw error;
      }
    }) as unknown as Loaded;
  let Part = attempt();
  const arrive = async () => {
    Part = (await withRetry(load)) as Loaded;
  };
  return Object.assign((props: Props) => <Part {...props} />, { arrive });
}
