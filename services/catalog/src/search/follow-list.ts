import type { Log } from '@shop/runtime';
import type { DataSource } from 'typeorm';
import { changesSince } from '../products/list-version';
import { NEWEST, partForSale, productsByIds } from '../products/product-queries';
import { cachedRead } from '../public-list/cached-read';
import { FilledElsewhere, lockFill } from './lock-fill';
import type { Apply, TrackSearch } from './track-search';

/** How many tracks are read at once while an engine is filled; the event loop is free in between. */
const PART = 1000;
/** With more changes than this, the whole list is read again. */
const MOST_CHANGES = 20_000;

/** The version of the list that an engine has. */
type ListVersion = { version: number };
type IndexState = ListVersion & { tracks: number };

type FollowedList = {
  /**
   * Brings the engine up to date, at most once a second, and fills it first when it is empty.
   * @throws the reason while it is empty and cannot be filled
   */
  current: () => Promise<ListVersion>;
  /** Fills the engine with the whole list. @throws FilledElsewhere while another process does */
  fill: () => Promise<IndexState>;
  /** Lets the next `current` read the version at once, because this process has just changed something. */
  recheck: () => void;
};

/**
 * Keeps an engine the same as the list. The list is read whole only when the engine is empty, or when the changes since its version are
 * not noted. That is one fill at a time, in parts, and all callers wait for the same one. A fill that fails goes on at the next call,
 * with the part that failed. While the database does not answer, the engine stays as it is.
 */
export function followList(engine: TrackSearch, source: DataSource, siteName: string, log: Log): FollowedList {
  let unfinishedFill: Awaited<ReturnType<typeof beginFill>> | null = null;
  let running: Promise<IndexState> | null = null;

  const list = cachedRead<ListVersion>(
    async (previous, isWanted) => {
      const engineVersion = await engine.version();
      if (engineVersion === null) return fill();
      const version = await appliedSince(engineVersion, engine.apply, isWanted);
      if (version === null) return fill();
      return previous?.version === version ? previous : { version };
    },
    (error) => {
      if (!(error instanceof FilledElsewhere))
        log.warn({ err: error }, 'the search cannot be brought up to date; it finds what it has');
    },
  );

  /**
   * Applies what has changed since a version.
   * @returns the new version; null when the changes are not noted, or too many
   */
  async function appliedSince(knownVersion: number, apply: Apply, isWanted = () => true): Promise<number | null> {
    const { version, changed } = await changesSince(source, knownVersion);
    if (changed === null || changed.length > MOST_CHANGES) return null;
    if (version === knownVersion) return version;
    // These rows may be newer than the version; they are then read again with a later one.
    const forSale = await productsByIds(source, siteName, changed);
    // A read that was given up changes nothing: another one may have been faster.
    if (isWanted()) await apply(version, changed, forSale);
    return version;
  }

  async function beginFill() {
    const lock = engine.isShared ? await lockFill(source) : null;
    try {
      const { version } = await changesSince(source, 0);
      return { fill: await engine.startFill(version), lock, version, from: NEWEST as number | null, tracks: 0 };
    } catch (error) {
      await lock?.release();
      throw error;
    }
  }

  async function runFill(): Promise<IndexState> {
    const filling = (unfinishedFill ??= await beginFill());
    const { fill: engineFill, lock } = filling;
    while (filling.from !== null) {
      await lock?.check();
      const { products, next } = await partForSale(source, siteName, filling.from, PART);
      await engineFill.put(products);
      filling.tracks += products.length;
      filling.from = next;
      filling.version = (await appliedSince(filling.version, engineFill.apply)) ?? filling.version;
    }
    await lock?.check();
    await engineFill.finish(filling.version);
    unfinishedFill = null;
    await lock?.release();
    const { version, tracks } = filling;
    return { version, tracks };
  }

  function fill(): Promise<IndexState> {
    running ??= timeFill(runFill())
      .catch(async (error: unknown) => {
        if (unfinishedFill?.lock && !(await unfinishedFill.lock.isHeld())) unfinishedFill = null;
        throw error;
      })
      .finally(() => (running = null));
    return running;
  }

  async function timeFill(work: Promise<IndexState>) {
    const startedAt = performance.now();
    const summary = await work;
    log.info(
      { tracks: summary.tracks, ms: Math.round(performance.now() - startedAt), engine: engine.name },
      'the search is filled',
    );
    return summary;
  }

  return { current: list.current, fill, recheck: list.recheck };
}
