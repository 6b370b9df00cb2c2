import { inBrowser } from '../in-browser';
import { askForRelease, isOutdated } from './release';

/** Milliseconds before each further try. */
const PAUSES_MS = [250, 800, 2000];

/** A chunk or a style that cannot be loaded: the browser is offline, the network failed, or a new release replaced the file. */
export class NotLoaded extends Error {
  override name = 'NotLoaded';
}

/**
 * Loads a chunk, and tries again after longer and longer pauses. Offline it fails at once, because the boundary tries again when
 * the network is back.
 * @throws NotLoaded when it gives up
 */
export async function withRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let tries = 0; ; tries += 1) {
    const before = new Set(lostStyles);
    try {
      await Promise.all([...(lostStylesByLoad.get(load) ?? [])].map(restyle));
      lostStylesByLoad.delete(load);
      return await load();
    } catch (error) {
      lostStylesByLoad.set(
        load,
        [...(lostStylesByLoad.get(load) ?? []), ...lostStyles].filter((link) => link.isConnected && !before.has(link)),
      );
      if (navigator.onLine) await askForRelease();
      const pause = PAUSES_MS[tries];
      if (pause === undefined || !navigator.onLine || isOutdated()) throw new NotLoaded(String(error), { cause: error });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/**
 * Styles that failed to load. Vite's loader asks for each style only once, so without this list the component would appear
 * without its style.
 */
const lostStyles = new Set<HTMLLinkElement>();
/** The missing styles of each component. A style that another component lost does not hold this one back. */
const lostStylesByLoad = new WeakMap<object, HTMLLinkElement[]>();
if (inBrowser)
  window.addEventListener(
    'error',
    ({ target }) => void (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && lostStyles.add(target)),
    true,
  );

const restyle = (lostLink: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    lostStyles.delete(lostLink);
    if (!lostLink.isConnected) return resolve();
    const link = lostLink.cloneNode() as HTMLLinkElement;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${link.href} was not loaded`));
    lostLink.replaceWith(link);
  });
