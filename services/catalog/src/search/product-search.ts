import type { ProductSearchQuery } from '@shop/contracts/forms';
import type { SoldTrackView } from '@shop/contracts/views';
import { encoded, type Encoded, type Reply } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { Request } from 'express';
import type { DataSource } from 'typeorm';
import { changesSince } from '../products/list-version';
import { productsByIds, productsForSaleBelow } from '../products/product-queries';
import { replyEncoded } from '../public-list/reply-encoded';
import { findInIndex, findSimilar } from './find-in-index';
import { keepFresh } from '../public-list/keep-fresh';
import { createTrackIndex, type TrackIndex } from './track-index';

const ALL_IDS = 2 ** 31 - 1;
/** How many tracks are read at once while the index is filled; the event loop is free in between. */
const PART = 2000;
/** With more changes than this, the whole list is read again. */
const MOST_CHANGES = 20_000;
const ANSWERS_KEPT = 500;
/** Cheap compression: an answer is small and somebody waits for it. */
const EFFORT = { level: 6, quality: 4 };

/** The index of a version of the list, and the answers that were found in it. */
type Kept = { version: number; index: TrackIndex; answers: Map<string, Encoded> };
type Answer = Reply<200, Buffer> | Reply<304, null>;

export type ProductSearch = {
  /** Answers a search, or 304 when the caller has the answer already. @throws Refusal 400 for a cursor of another order */
  find: (req: Request, query: ProductSearchQuery) => Promise<Answer>;
  similar: (req: Request, model: SoldTrackView, most: number) => Promise<Answer>;
  /** Lets the next answer read the version at once, because this replica has just changed something. */
  recheck: () => void;
  /** Begins to fill the index, so that the first search need not wait for all of it. */
  warm: () => void;
};

/**
 * Searches the tracks for sale (docs/product/catalogue.md#search). Each replica keeps an index in memory, reads the list's version
 * at most once a second, and then the changed tracks. While the database does not answer, the last index is searched.
 */
export function createProductSearch(source: DataSource, siteName: string, log: Log): ProductSearch {
  const list = keepFresh<Kept>(
    async (kept, isWanted) => {
      const { version, changed } = await changesSince(source, kept?.version ?? 0);
      if (!kept || changed === null || changed.length > MOST_CHANGES)
        return { version, index: await filled(), answers: new Map() };
      if (version === kept.version) return kept;
      // These rows may be newer than the version; they are then read again with a later one.
      const forSale = await productsByIds(source, siteName, changed);
      // This read was given up, and another one has changed the index since.
      if (!isWanted()) return kept;
      changed.forEach(kept.index.drop);
      forSale.forEach(kept.index.put);
      return { version, index: kept.index, answers: new Map() };
    },
    (error) => log.warn({ err: error }, 'the version of the list cannot be read; the last index is searched'),
  );

  async function filled(): Promise<TrackIndex> {
    const index = createTrackIndex();
    for (let below = ALL_IDS; ;) {
      const part = await productsForSaleBelow(source, siteName, below, PART);
      part.forEach(index.put);
      const last = part.at(-1);
      if (!last || part.length < PART) return index;
      below = last.id;
    }
  }

  async function answered(req: Request, question: unknown[], find: (index: TrackIndex) => string): Promise<Answer> {
    const { index, answers } = await list.current();
    const name = JSON.stringify(question);
    let answer = answers.get(name);
    if (!answer) {
      answer = encoded(Buffer.from(find(index)), EFFORT);
      if (answers.size >= ANSWERS_KEPT) answers.clear();
      answers.set(name, answer);
    }
    return replyEncoded(req, answer);
  }

  return {
    find: (req, query) =>
      answered(req, ['find', query], (index) => {
        const { slots, mixed, ...rest } = findInIndex(index, query);
        const track = mixed === undefined ? null : (JSON.parse(index.jsonOf(mixed)) as { id: number; name: string });
        return withTracks(index, slots, { ...rest, mixed: track && { id: track.id, name: track.name } });
      }),
    similar: (req, model, most) =>
      answered(req, ['similar', model.id, most], (index) => {
        const { slots, mixing } = findSimilar(index, model, most);
        return withTracks(index, slots, { mixing });
      }),
    recheck: list.recheck,
    warm: () => void list.current().catch((error: unknown) => log.warn({ err: error }, 'the search could not be filled yet')),
  };
}

/** The JSON of an answer; the JSON of its tracks is kept in the index. */
const withTracks = (index: TrackIndex, slots: number[], rest: object) =>
  `{"products":[${slots.map(index.jsonOf).join(',')}],${JSON.stringify(rest).slice(1)}`;
