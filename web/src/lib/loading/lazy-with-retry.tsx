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

type Component = (props: object) => ReactElement;

/** `arrive` loads the component before its first rendering, because the server and the hydrating browser need it at once. */
type Lazily<Props> = ((props: Props) => ReactElement) & { arrive: () => Promise<void> };

/** Called when an error boundary shows that something is missing. From then on, drawing it again is another try. */
export function renewFailed() {
  for (const renew of failedLoads) renew();
  failedLoads.clear();
}

export type PageNavigation = {
  /** The number of the present history entry. */
  present: () => number;
  /** Called when the page of a location is on the screen. */
  onShown: (key: string) => void;
  /** Called when the page of the entry `wanted` cannot be loaded. Returns whether the page before stays on the screen. */
  stays: (wanted: number) => boolean;
  /** Whether the visitor waits for another page than the one on the screen. */
  isAwaited: () => boolean;
};
/** Until its code is there (web/src/lib/layers/stay-on-page.ts), a message takes the place of a missing page. */
export const pageNavigation: PageNavigation = { present: () => 0, onShown() {}, stays: () => false, isAwaited: () => false };

/**
 * A component in a chunk of its own, like React's `lazy`, but a failure is not final: loading is tried several times, and again
 * whenever the boundary around it redraws. `quiet` is for components that appear by themselves, without the loading bar. While an
 * `isPage` is missing, the page before stays on the screen, and the next visit tries again.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { quiet = false, isPage = false }: { quiet?: boolean; isPage?: boolean } = {},
): Lazily<Props> {
  let isMissing = false;
  const attempt = () =>
    lazy(async () => {
      const wanted = pageNavigation.present();
      const loading = withRetry(load);
      try {
        return { default: (await (quiet ? loading : whileLoading(loading))) as ComponentType<object> };
      } catch (error) {
        if (isPage && pageNavigation.stays(wanted)) {
          isMissing = true;
          return new Promise<never>(() => {}); // React goes on showing the page before
        }
        failedLoads.add(() => {
          Part = attempt();
        });
        throw error;
      }
    }) as unknown as Component;
  let Part = attempt();
  const arrive = async () => {
    Part = (await withRetry(load)) as Component;
  };
  const Component = (props: Props) => {
    if (isMissing && pageNavigation.isAwaited()) {
      isMissing = false;
      Part = attempt();
    }
    return <Part {...props} />;
  };
  return Object.assign(Component, { arrive });
}
