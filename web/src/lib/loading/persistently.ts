import { askForRelease, isOutdated } from './release';

/** How long it waits before each further try. */
const PAUSES_MS = [250, 800, 2000];

/** A chunk or a style that is not there: offline, lost on the way, or gone with a new release. */
export class NotLoaded extends Error {
  override name = 'NotLoaded';
}

/**
 * Loads a chunk, trying again with longer and longer pauses: a network that stutters is no fault of the page.
 * Offline it says so at once, since the boundary tries again by itself when the network is back.
 * @throws NotLoaded when it is given up
 */
export async function persistently<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let tries = 0; ; tries += 1) {
    const before = new Set(lostStyles);
    try {
      await Promise.all([...(undressed.get(load) ?? [])].map(restyle));
      undressed.delete(load);
      return await load();
    } catch (error) {
      undressed.set(
        load,
        [...(undressed.get(load) ?? []), ...lostStyles].filter((link) => link.isConnected && !before.has(link)),
      );
      if (navigator.onLine) await askForRelease();
      const pause = PAUSES_MS[tries];
      if (pause === undefined || !navigator.onLine || isOutdated()) throw new NotLoaded(String(error), { cause: error });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Vite's loader asks for each style once, whatever became of it: the part would come undressed. */
const lostStyles = new Set<HTMLLinkElement>();
/** What is to be asked for again before a part is: a style that another part lost is no reason to keep this one back. */
const undressed = new WeakMap<object, HTMLLinkElement[]>();
window.addEventListener(
  'error',
  ({ target }) => void (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && lostStyles.add(target)),
  true,
);

const restyle = (lost: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    lostStyles.delete(lost);
    if (!lost.isConnected) return resolve();
    const link = lost.cloneNode() as HTMLLinkElement;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${link.href} was not loaded`));
    lost.replaceWith(link);
  });
