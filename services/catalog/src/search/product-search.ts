import type { ProductSearchQuery } from '@shop/contracts/forms';
import type { SoldTrackView } from '@shop/contracts/views';
import { encode, Refusal, unavailable, within, type EncodedBody, type Reply } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { replyEncoded } from '../public-list/public-list';
import { followList } from './follow-list';
import { FilledElsewhere } from './lock-fill';
import type { SearchedTrack, TrackSearch } from './track-search';

const MOST_ANSWERS = 500;
/** Cheap compression: an answer is small and somebody waits for it. */
const EFFORT = { level: 6, quality: 4 };
/** How long a search waits for an engine that is being filled. */
const FIRST_FILL_MS = 2000;
const RETRY_AFTER_SECONDS = 5;

type Answer = Reply<200, Buffer> | Reply<304, null>;

export type ProductSearch = {
  /** Answers a search, or 304. @throws Refusal 400 for a cursor of another order, 503 while there are not all tracks to search */
  find: (req: Request, query: ProductSearchQuery) => Promise<Answer>;
  similar: (req: Request, model: SoldTrackView, most: number) => Promise<Answer>;
  /** Lets the next answer read the version at once, because this replica has just changed something. */
  recheck: () => void;
  /** Brings the engine up to date, and fills an empty one, however long that takes. */
  catchUp: () => Promise<void>;
  /** Whether it has once had every track. */
  isFull: () => boolean;
  /** Reads the whole list into the engine again. @throws FilledElsewhere while another process does */
  rebuild: () => Promise<{ tracks: number; engine: string }>;
  /** What is found, brought up to date first. */
  tracks: () => AsyncIterable<SearchedTrack>;
  close: () => Promise<void>;
};

/**
 * Searches the tracks for sale with an engine (docs/product/catalogue.md#search). Each replica reads the list's version at most once a
 * second, and keeps the answers of one version. While the database does not answer, the last tracks are searched.
 */
export function createProductSearch(engine: TrackSearch, source: DataSource, siteName: string, log: Log): ProductSearch {
  const list = followList(engine, source, siteName, log);
  let isFull = false;
  const answers = new LRUCache<string, EncodedBody>({ max: MOST_ANSWERS });
  let answersOf = 0;

  async function current() {
    const state = await list.current();
    isFull = true;
    return state;
  }

  /** The newest version; the answers of an older one are of no more use. */
  async function versionNow(): Promise<number> {
    const { version } = await (isFull ? current() : within(FIRST_FILL_MS, current()).catch(refuseUntilFull));
    if (version !== answersOf) answers.clear();
    answersOf = version;
    return version;
  }

  async function answerWith(req: Request, question: unknown[], find: () => Promise<string>): Promise<Answer> {
    const name = JSON.stringify([await versionNow(), ...question]);
    const cachedAnswer = answers.get(name);
    if (cachedAnswer) return replyEncoded(req, cachedAnswer);
    const answer = encode(Buffer.from(await find()), EFFORT);
    answers.set(name, answer);
    return replyEncoded(req, answer);
  }

  return {
    find: (req, query) => answerWith(req, ['find', query], () => engine.find(query)),
    similar: (req, model, most) => answerWith(req, ['similar', model.id, most], () => engine.similar(model, most)),
    recheck: list.recheck,
    async catchUp() {
      try {
        if ((await engine.version()) === null) await list.fill();
        await current();
      } catch (error) {
        if (!(error instanceof FilledElsewhere)) throw error;
      }
    },
    isFull: () => isFull,
    async rebuild() {
      const { tracks } = await list.fill();
      return { tracks, engine: engine.name };
    },
    async *tracks() {
      await current();
      yield* engine.tracks();
    },
    close: engine.close,
  };
}

function refuseUntilFull(error: unknown): never {
  if (error instanceof Refusal) throw error;
  throw unavailable('The search is being prepared. Please try again in a moment.', RETRY_AFTER_SECONDS);
}
