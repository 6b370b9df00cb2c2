import { createMemorySearch } from './in-memory/memory-search';
import type { TrackSearch } from './track-search';

/** The engine that the configuration names: an OpenSearch, or this process's memory without one. */
export function createTrackSearch({ OPENSEARCH_URL }: { OPENSEARCH_URL?: string }): TrackSearch {
  if (!OPENSEARCH_URL) return createMemorySearch();
  // oxlint-disable-next-line typescript/no-require-imports -- its client is 550 modules, which no other shop has to load
  const { createOpenSearch } = require('./opensearch/opensearch-search') as typeof import('./opensearch/opensearch-search');
  return createOpenSearch(OPENSEARCH_URL);
}
