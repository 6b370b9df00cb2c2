import { randomUUID } from 'node:crypto';
import { mayStartContainers, testOpenSearchUrl } from '@shop/runtime/testing';
import { createMemorySearch } from '../search/in-memory/memory-search';
import type { TrackSearch } from '../search/track-search';
import { createOpenSearch } from '../search/opensearch/opensearch-search';
import { startOpenSearchStandIn } from './opensearch/stand-in';

/** Opens a search engine for the replicas of one catalog. */
export type OpenEngine = () => Promise<{ create: () => TrackSearch; close: () => Promise<void> }>;

export const inMemory: OpenEngine = async () => ({ create: createMemorySearch, close: async () => undefined });

export const inStandIn: OpenEngine = async () => {
  const server = await startOpenSearchStandIn();
  return { create: () => createOpenSearch(server.url), close: server.close };
};

/** Whether tests have a real OpenSearch: a running one, or one in a container where there is an engine. */
export const hasOpenSearch = Boolean(testOpenSearchUrl) || mayStartContainers;

let container: Promise<string> | undefined;
const inContainer = async () => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const started = await new GenericContainer('opensearchproject/opensearch:3.3.0')
    .withEnvironment({
      'discovery.type': 'single-node',
      DISABLE_SECURITY_PLUGIN: 'true',
      OPENSEARCH_JAVA_OPTS: '-Xms512m -Xmx512m',
    })
    .withExposedPorts(9200)
    .withWaitStrategy(Wait.forHttp('/_cluster/health', 9200))
    .start();
  return `http://${started.getHost()}:${started.getMappedPort(9200)}`;
};

/** Each catalog has indexes of its own on the server, by their prefix. */
export const inOpenSearch: OpenEngine = async () => {
  const url = testOpenSearchUrl ?? (await (container ??= inContainer()));
  const prefix = `test-${randomUUID()}`;
  return {
    create: () => createOpenSearch(url, prefix),
    async close() {
      await fetch(new URL(`${prefix}-*`, url), { method: 'DELETE' });
    },
  };
};
