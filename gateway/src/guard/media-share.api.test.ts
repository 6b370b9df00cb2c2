import { request } from 'node:http';
import { eventually } from '@shop/runtime/testing';
import { openGateway, type UnderTest } from '../testing/gateway-under-test';
import { createShares } from './media-share';

describe('the share of an address', () => {
  let now: number;
  beforeEach(() => {
    now = 1000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());
  const share = () => createShares({ bytesPerSecond: 1000, atOnce: 5000 });

  test('is given at once up to a bound, then spread over time, and each address has its own', () => {
    const { take } = share();
    expect(Array.from({ length: 8 }, () => take('one', 1000))).toEqual([0, 0, 0, 0, 0, 0, 1000, 2000]);
    expect(take('other', 1000)).toBe(0);
    now += 8000;
    expect(Array.from({ length: 7 }, () => take('one', 1000))).toEqual([0, 0, 0, 0, 0, 0, 1000]);
  });

  test('counts what was sent: a player that leaves an answer early uses up little', () => {
    const { take, correct } = share();
    for (let nth = 0; nth < 100; nth += 1) {
      expect(take('player', 1000)).toBe(0);
      correct('player', -990);
    }
    expect(take('greedy', 1000)).toBe(0);
    correct('greedy', 9000);
    expect(take('greedy', 1000)).toBe(5000);
  });
});

describe('recordings', () => {
  const RECORDING = Buffer.alloc(1_000_000);
  let shop: UnderTest;
  afterEach(() => shop.stop());
  const openWith = async (bytesPerSecond: number) => {
    shop = await openGateway(
      { TRUST_PROXY: 'loopback', RATE_LIMIT_SCALE: '1' },
      { mediaShare: { bytesPerSecond, atOnce: 3_000_000 } },
    );
    shop.fakes.catalog.answer = (req, res) =>
      req.headers.range
        ? void res
            .writeHead(206, { 'content-length': '1000', 'content-range': 'bytes 0-999/1000000' })
            .end(RECORDING.subarray(0, 1000))
        : void res.writeHead(200, { 'content-length': String(RECORDING.length) }).end(RECORDING);
  };
  /** Fetches the recording; the request can be given up. */
  function fetchFrom(address: string, headers: Record<string, string> = {}, path = '/media/catalog/x.mp3') {
    const { hostname, port } = new URL(shop.gateway.url);
    const asking = request({
      hostname,
      port,
      path,
      agent: false,
      headers: { 'x-forwarded-for': address, ...headers },
    });
    const status = new Promise<number | string>((resolve) => {
      asking.on('error', () => resolve('given up'));
      asking.on('response', (res) => res.resume().on('close', () => resolve(res.statusCode!)));
    });
    asking.end();
    return { asking, status };
  }
  const begun = (address: string) => shop.fakes.catalog.seen.filter(({ caller }) => caller?.address === address).length;

  test('that one address takes without end come at its pace, others do not wait, and who leaves is forgotten', async () => {
    // From the fifth on, each would come twenty seconds after the one before.
    await openWith(50_000);
    const greedy = Array.from({ length: 60 }, () => fetchFrom('198.51.100.1'));
    await eventually(() => expect(begun('198.51.100.1')).toBeGreaterThan(2));
    expect(await fetchFrom('203.0.113.1').status).toBe(200);
    expect(begun('198.51.100.1')).toBeLessThan(8);
    for (const { asking } of greedy) asking.destroy();
    const statuses = await Promise.all(greedy.map(({ status }) => status));
    expect(statuses.filter((status) => status !== 'given up' && status !== 200)).toEqual([]);
  });

  test('come at once to who has just downloaded what they bought', async () => {
    await openWith(50_000);
    const bought = '/media/packages/3/12/1/full/1900000000/signed';
    for (let nth = 0; nth < 8; nth += 1) expect(await fetchFrom('198.51.100.1', {}, bought).status).toBe(200);
    expect(await fetchFrom('198.51.100.1').status).toBe(200);
  });

  test('are never refused to a player that seeks, not even behind a greedy address', async () => {
    await openWith(1_000_000);
    const greedy = Array.from({ length: 4 }, () => fetchFrom('198.51.100.1'));
    for (let nth = 0; nth < 20; nth += 1) expect(await fetchFrom('198.51.100.1', { range: `bytes=${nth}-` }).status).toBe(206);
    expect(await Promise.all(greedy.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
  });
});
