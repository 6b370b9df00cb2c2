import { isDeliverySignature, type KeyRing } from '@shop/shared';
import type { TrackPackage } from '../product-copies/product-copy.entity';
import { contractLinks, deliveredFiles, downloadLinks, downloadUrl, isToken, itemName, packageUrl } from './links';
import type { OrderItem } from './order-item.entity';
import { Order } from './order.entity';

const [older, newer] = [Buffer.from('the older download key'), Buffer.from('the newer download key')];
const item = { orderId: 12, productId: 3, linkRevision: 1 } as OrderItem;
const tokenOf = (ring: KeyRing) => new URL(downloadUrl(ring, item, false), 'http://shop').searchParams.get('token')!;
const opens = (ring: KeyRing, token: string) => isToken(token, ring, 12, '3', 1);

test('while the key is changed, links of one replica open on the one beside it, and old ones until the old key goes', () => {
  const steps: KeyRing[] = [[older], [older, newer], [newer, older], [newer]];
  for (const [at, ring] of steps.entries())
    for (const beside of steps.slice(Math.max(0, at - 1), at + 2)) expect(opens(beside, tokenOf(ring))).toBe(true);
  expect(steps.map((ring) => opens(ring, tokenOf([older])))).toEqual([true, true, true, false]);
});

test('a token opens one link alone: of its order, its file and its revision', () => {
  const token = tokenOf([newer]);
  expect(isToken(token, [newer], 12, '3', 1)).toBe(true);
  expect(isToken(token, [newer], 13, '3', 1)).toBe(false);
  expect(isToken(token, [newer], 12, '3-project', 1)).toBe(false);
  expect(isToken(token, [newer], 12, '3', 2)).toBe(false);
  for (const other of ['', `${token}x`, token.slice(1), 'x'.repeat(token.length)]) expect(opens([newer], other)).toBe(false);
});

describe('an order with three tracks, of which one went back alone', () => {
  const track = (productId: number, fields: Partial<OrderItem>): OrderItem => ({
    ...item,
    productId,
    name: `Track ${productId}`,
    category: 'Techno',
    projectChosen: false,
    refunded: null,
    downloadCount: 0,
    projectDownloadCount: 0,
    ...fields,
  });
  const items = [track(3, {}), track(4, { projectChosen: true, projectName: 'Ableton' }), track(5, { refunded: 'track' })];
  const order = (paymentState: Order['paymentState']) => Object.assign(new Order(), { id: 12, paymentState });

  test('has a link for each track and each project, while it is paid', () => {
    expect(downloadLinks([newer], order('paid'), items)).toEqual([
      { product_id: 3, url: downloadUrl([newer], items[0]!, false), name: 'Track 3', category: 'Techno', downloads: 0 },
      { product_id: 4, url: downloadUrl([newer], items[1]!, false), name: 'Track 4', category: 'Techno', downloads: 0 },
      {
        product_id: 4,
        url: downloadUrl([newer], items[1]!, true),
        name: 'Track 4 (Ableton project)',
        category: 'Techno',
        downloads: 0,
      },
    ]);
    for (const state of ['created', 'refunded', 'review'] as const)
      expect(downloadLinks([newer], order(state), items)).toEqual([]);
  });

  test('says of each link how often it was used, and when last as far as that is known', () => {
    const used = track(4, { projectChosen: true, downloadCount: 3, projectDownloadCount: 1 });
    const lastDownloads = new Map([
      ['12/4', new Date('2026-11-28T14:05:00Z')],
      ['13/4-project', new Date('2026-11-29T14:05:00Z')],
    ]);
    const [first, project] = downloadLinks([newer], order('paid'), [used], lastDownloads);
    expect(first).toMatchObject({ downloads: 3, last_download_at: '2026-11-28T14:05:00.000Z' });
    expect(project).toMatchObject({ downloads: 1 });
    expect(project).not.toHaveProperty('last_download_at');
  });

  test('has a contract for each track that did not go back, while it is paid', () => {
    expect(contractLinks(order('paid'), items)).toEqual([
      { product_id: 3, url: '/api/orders/12/contracts/3.pdf', name: 'Track 3' },
      { product_id: 4, url: '/api/orders/12/contracts/4.pdf', name: 'Track 4' },
    ]);
    expect(contractLinks(order('refunded'), items)).toEqual([]);
  });

  test('names the file of a project apart', () => {
    expect([itemName(4, false), itemName(4, true)]).toEqual(['4', '4-project']);
    expect(downloadUrl([newer], items[1]!, true)).toMatch(/^\/api\/orders\/12\/downloads\/4-project\?token=[\w-]{43}$/);
  });
});

describe('the package of a track', () => {
  const files = [{ role: 'master' }, { role: 'stem' }, { role: 'project' }];
  const pack = { id: 9, sizeBytes: 1024 ** 3, files } as unknown as TrackPackage;
  const bought = (fields: Partial<OrderItem>) =>
    ({ trackPackage: pack, projectChosen: true, refunded: null, ...fields }) as OrderItem;
  const config = { deliveryKeys: [newer] as KeyRing, publicUrl: 'https://shop.example' };

  test('gives the project to who bought it and did not give it back', () => {
    expect(deliveredFiles(bought({}))).toEqual(files);
    expect(deliveredFiles(bought({ projectChosen: false }))).toEqual(files.slice(0, 2));
    expect(deliveredFiles(bought({ refunded: 'project' }))).toEqual(files.slice(0, 2));
    expect(deliveredFiles(bought({ trackPackage: null }))).toEqual([]);
  });

  test.each([
    [1024 ** 3, 15 * 60],
    [1024 ** 3 + 1, 6 * 3600],
  ])('of %d bytes has an address for %d seconds, signed for this order and scope', (sizeBytes, seconds) => {
    jest.useFakeTimers({ now: 1_800_000_000_500 });
    const until = 1_800_000_000 + seconds;
    const url = packageUrl(config, { orderId: 12, linkRevision: 2 }, { pack: { ...pack, sizeBytes }, scope: 'full' });
    jest.useRealTimers();
    const [, signature] = /^https:\/\/shop\.example\/media\/packages\/9\/12\/2\/full\/\d+\/([\w-]+)$/.exec(url) ?? [];
    expect(url).toContain(`/full/${until}/`);
    const delivery = { packageId: 9, orderId: 12, revision: 2, scope: 'full' as const, until };
    expect(isDeliverySignature(signature ?? '', config.deliveryKeys, delivery)).toBe(true);
  });

  test('of one file names the file, the first one too', () => {
    const of = (file?: number) => packageUrl(config, { orderId: 12, linkRevision: 2 }, { pack, scope: 'track', file });
    expect([of().includes('?'), of(0).endsWith('?file=0'), of(7).endsWith('?file=7')]).toEqual([false, true, true]);
  });
});
