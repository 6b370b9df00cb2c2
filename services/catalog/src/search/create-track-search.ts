import { createMemorySearch } from './in-memory/memory-search';
import { createOpenSearch } from './opensearch/opensearch-search';
import type { TrackSearch } from './track-search';

/** The engine that the configuration names: an OpenSearch, or this process's memory without one. */
export const createTrackSearch = ({ OPENSEARCH_URL }: { OPENSEARCH_URL?: string }): TrackSearch =>
  OPENSEARCH_URL ? createOpenSearch(OPENSEARCH_URL) : createMemorySearch();
