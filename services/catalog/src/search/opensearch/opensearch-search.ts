import type { ProductView } from '@shop/contracts/views';
import type { Client } from '@opensearch-project/opensearch';
import { extraOptions, FACETS, optionsOf, searchedTrack, type Facet } from '../track-facts';
import { cursorsOf, placeIn } from '../track-orders';
import type { TrackSearch } from '../track-search';
import { answerOf, connectTo } from './connection';
import { placeOfStored, type TrackDocument } from './documents';
import { createIndexes } from './indexes';
import { searchBody, similarBody, waysQuery, wordsCondition } from './queries';

type Bucket = { doc_count: number; buckets?: { key: string; doc_count: number }[] };
type FacetBuckets = Bucket & Partial<Record<Facet | 'with', Bucket>>;
type Hit = { _source: { track: ProductView }; sort: number[] };
type SearchAnswer = { hits: { total?: { value: number }; hits: Hit[] }; aggregations?: Record<string, FacetBuckets> };

const FACET_NAMES = Object.keys(FACETS) as Facet[];
const TRACKS_AT_ONCE = 1000;

/**
 * Finds tracks in an OpenSearch that all replicas share. The tracks stand behind an alias, so that a fill makes a new index beside the
 * one that is searched.
 * @throws Refusal 503 from `find` and `similar` while the server is away
 */
export function createOpenSearch(url: string, prefix = 'shop-tracks'): TrackSearch {
  const client = connectTo(url);
  const { alias, version, apply, startFill } = createIndexes(client, prefix);
  const search = async (body: object) => (await answerOf(client.search({ index: alias, body }))) as unknown as SearchAnswer;

  return {
    name: 'opensearch',
    isShared: true,
    version,
    apply,
    startFill,
    async find(query) {
      const places = { after: placeIn(query, 'after'), before: placeIn(query, 'before') };
      const ways = waysQuery(query);
      const [counts, mixedTrack] = await Promise.all([
        ways ? search(ways).then(({ aggregations }) => aggregations ?? {}) : {},
        query.mixes === undefined ? null : trackOf(client, alias, query.mixes),
      ]);
      const sound = mixedTrack && {
        id: mixedTrack.id,
        bpm: mixedTrack.tempo / 10,
        music_key: mixedTrack.key,
        key_mode: mixedTrack.mode || null,
      };
      const answer = await search(searchBody(query, wordsCondition(query, counts), sound, places));
      const hits = places.before ? answer.hits.hits.reverse() : answer.hits.hits;
      const { listed, passed, ...counted } = answer.aggregations ?? {};
      const total = answer.hits.total?.value ?? 0;
      const before = passed?.doc_count ?? 0;
      const from = places.before ? before - hits.length : before;
      const [first, last] = [hits[0], hits.at(-1)].map((hit) => hit && placeOfStored(hit.sort));
      return JSON.stringify({
        products: tracksIn(hits),
        total,
        listed: listed?.doc_count ?? 0,
        from,
        ...cursorsOf(query.sort, { from, shown: hits.length, total }, first, last),
        facets: passed ? null : facetsOf(listed, counted),
        mixed: mixedTrack && { id: mixedTrack.id, name: mixedTrack.track.name },
      });
    },
    async similar(model, most) {
      const { hits, aggregations } = await search(similarBody(model, most));
      return JSON.stringify({ products: tracksIn(hits.hits), mixing: aggregations?.mixing?.doc_count ?? 0 });
    },
    async *tracks() {
      let after: number[] | undefined;
      for (;;) {
        const body = { size: TRACKS_AT_ONCE, _source: ['track'], sort: [{ id: { order: 'asc' } }], search_after: after };
        const { hits } = (await search(body)).hits;
        yield* tracksIn(hits).map(searchedTrack);
        after = hits.at(-1)?.sort;
        if (hits.length < TRACKS_AT_ONCE) return;
      }
    },
    close: () => client.close(),
  };
}

const tracksIn = (hits: Hit[]) => hits.map(({ _source }) => _source.track);

/** A track by its id; null when it is not there. It need not be searchable yet. */
async function trackOf(client: Client, index: string, id: number): Promise<TrackDocument | null> {
  const answer = await answerOf(client.get({ index, id: String(id) }, { ignore: [404] }));
  return answer.found ? (answer._source as TrackDocument) : null;
}

const facetsOf = (all: FacetBuckets | undefined, facetCounts: Record<string, FacetBuckets>) => ({
  ...Object.fromEntries(
    FACET_NAMES.map((facet) => {
      const buckets = facetCounts[`of_${facet}`]?.[facet]?.buckets ?? [];
      const counts = new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
      const values = (all?.[facet]?.buckets ?? []).map(({ key }) => key);
      return [facet, optionsOf(facet, values, (value) => counts.get(value) ?? 0)];
    }),
  ),
  with: extraOptions(
    (extra) => all?.with?.buckets?.some(({ key }) => key === extra) ?? false,
    (extra) => facetCounts[`with_${extra}`]?.doc_count ?? 0,
  ),
});
