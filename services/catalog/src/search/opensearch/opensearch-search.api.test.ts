import type { ProductSearchView } from '@shop/contracts/views';
import { as, eventually, forEachTest, forward, testLog } from '@shop/runtime/testing';
import request from 'supertest';
import { productsByIds } from '../../products/product-queries';
import { openCatalog } from '../../testing/catalog-under-test';
import { hasOpenSearch, inOpenSearch, inStandIn } from '../../testing/engines';
import { startOpenSearchStandIn } from '../../testing/opensearch/stand-in';
import { searchContract } from '../../testing/search-contract';
import { createProductSearch } from '../product-search';
import type { TrackSearch } from '../track-search';
import { examineOpenSearch } from './connection';
import { createOpenSearch } from './opensearch-search';

describe('a search in the stand-in of OpenSearch', () => searchContract(inStandIn));

(hasOpenSearch ? describe : describe.skip)('a search in OpenSearch itself, by TEST_OPENSEARCH_URL or TEST_CONTAINERS', () =>
  searchContract(inOpenSearch),
);

describe('an OpenSearch that replicas share', () => {
  const server = forEachTest(startOpenSearchStandIn);
  const catalog = forEachTest(() =>
    openCatalog(undefined, async () => ({ create: () => createOpenSearch(server.url), close: async () => undefined })),
  );
  const ask = () => request(catalog.app).get('/api/products/search').set(as());
  const namesIn = async (engine: TrackSearch) => {
    const names: string[] = [];
    for await (const { name } of engine.tracks()) names.push(name);
    return names;
  };

  test('replicas that start at once fill it once, and the others wait until it is full', async () => {
    await catalog.product();
    const replicas = Array.from({ length: 3 }, () =>
      createProductSearch(createOpenSearch(server.url), catalog.source, 'Ghostline', testLog),
    );
    await Promise.all(replicas.map((replica) => replica.catchUp()));
    await eventually(async () => {
      await Promise.all(replicas.map((replica) => replica.catchUp()));
      expect(replicas.map((replica) => replica.isFull())).toEqual([true, true, true]);
    });
    expect(server.indexes()).toHaveLength(1);
    expect(server.calls.filter((call) => /^PUT \/[^/]+$/.test(call))).toHaveLength(1);
  });

  test('a rebuild fills another index, while the one before is searched, and then removes that one', async () => {
    const [one, two] = [await catalog.product({ name: 'One' }), await catalog.product({ name: 'Two' })];
    const engine = createOpenSearch(server.url);
    const [first, ...rest] = await productsByIds(catalog.source, 'Ghostline', [one.id, two.id]);
    const fill = await engine.startFill(1);
    await fill.put([first!, ...rest]);
    await fill.finish(1);
    const again = await engine.startFill(5);
    await again.put([first!]);
    expect([await engine.version(), await namesIn(engine), server.indexes().length]).toEqual([1, ['One', 'Two'], 2]);
    await again.finish(6);
    // Its end may be asked for again after a failure.
    await again.finish(6);
    expect([await engine.version(), await namesIn(engine), server.indexes().length]).toEqual([6, ['Two'], 1]);
    await engine.close();
  });

  test('an older change never wins over a newer one, even after a removal', async () => {
    const { id } = await catalog.product({ name: 'New' });
    const [track] = await productsByIds(catalog.source, 'Ghostline', [id]);
    const engine = createOpenSearch(server.url);
    const fill = await engine.startFill(1);
    await fill.finish(1);
    await engine.apply(3, [id], [track!]);
    await engine.apply(2, [id], [{ ...track!, name: 'Old' }]);
    expect(await namesIn(engine)).toEqual(['New']);
    await engine.apply(5, [id], []);
    await engine.apply(4, [id], [track!]);
    expect(await namesIn(engine)).toEqual([]);
    await engine.close();
  });

  test('while it is away, searches are 503 with the time to try again, and other calls go on', async () => {
    const { id } = await catalog.product();
    expect((await ask()).status).toBe(200);
    server.setAway(true);
    forward(1001);
    const { status, headers, body } = await request(catalog.app).get('/api/products/search?q=other').set(as());
    expect([status, headers['retry-after'], body]).toEqual([503, '5', expect.objectContaining({ code: 'unavailable' })]);
    expect((await request(catalog.app).get(`/api/products/${id}`).set(as())).status).toBe(200);
    server.setAway(false);
    jest.restoreAllMocks();
    expect((await request(catalog.app).get('/api/products/search?q=other').set(as())).status).toBe(200);
  });

  test('an index that is lost is made again', async () => {
    await catalog.product();
    expect(((await ask()).body as ProductSearchView).total).toBe(1);
    await fetch(`${server.url}/${server.indexes()[0]}`, { method: 'DELETE' });
    forward(1001);
    await eventually(async () => expect(((await ask()).body as ProductSearchView).total).toBe(1));
    jest.restoreAllMocks();
  });

  test('the doctor names a server that does not answer, and is content with one that does', async () => {
    expect(await examineOpenSearch(undefined)).toEqual([]);
    expect(await examineOpenSearch(server.url)).toEqual([]);
    server.setAway(true);
    expect(await examineOpenSearch(server.url)).toEqual([
      expect.stringMatching(
        /^OPENSEARCH_URL: the server 127\.0\.0\.1:\d+ cannot be reached \(.+\)\. Searches answer 503 without it\.$/,
      ),
    ]);
  });
});
