import { randomUUID } from 'node:crypto';
import { ACTED, COUNTED, ERASED, type TimelineArchive } from '../timeline/archive';
import type { Entry } from '../timeline/entry';

const NOON = Date.UTC(2026, 4, 1, 12);
const minutes = (count: number) => new Date(NOON + count * 60_000);

const entry = (more: Partial<Entry> = {}): Entry => ({
  id: randomUUID(),
  type: 'orders.track-held',
  at: minutes(0),
  requestId: null,
  subjects: [],
  facts: {},
  ...more,
});

/** The tests of every archive of the timeline. `open` returns an empty one. */
export function archiveContract(open: () => Promise<TimelineArchive>) {
  let archive: TimelineArchive;
  beforeEach(async () => {
    archive = await open();
  });
  afterEach(() => archive.close());

  const all = { skip: 0, take: 100 };
  const idsOf = async (filter: Parameters<TimelineArchive['find']>[0], window = all) =>
    (await archive.find(filter, window)).entries.map(({ id }) => id);

  test('what was kept comes back as it was, with every kind of fact', async () => {
    const document = entry({
      requestId: randomUUID(),
      subjects: ['order:12', 'track:7'],
      facts: { totalCents: 29_900, delivered: false, couponCode: null, method: 'paypal', 'odd.name$': '' },
    });
    await archive.keep([document]);
    expect(await archive.find({}, all)).toEqual({ entries: [document], total: 1 });
  });

  test('an event that comes twice, alone, beside others, or at the same time, is kept once, as it was at first', async () => {
    const first = entry({ facts: { n: 1 } });
    const again = { ...first, facts: { n: 2 } };
    const neighbour = entry({ at: minutes(1) });
    await archive.keep([first]);
    await archive.keep([again, neighbour, again]);
    await Promise.all([archive.keep([neighbour]), archive.keep([first, neighbour])]);
    expect(await archive.find({}, all)).toEqual({ entries: [neighbour, first], total: 2 });
    await archive.keep([]);
  });

  test('the newest comes first, equal moments by id, and pages neither repeat nor lose one', async () => {
    const same = Array.from({ length: 5 }, () => entry()).sort((a, b) => (a.id < b.id ? -1 : 1));
    const newest = entry({ at: minutes(2) });
    const oldest = entry({ at: minutes(-2) });
    await archive.keep([oldest, ...same, newest]);
    const inOrder = [newest, ...same, oldest].map(({ id }) => id);
    expect(await idsOf({})).toEqual(inOrder);
    const pages = await Promise.all([0, 3, 6].map((skip) => idsOf({}, { skip, take: 3 })));
    expect(pages.flat()).toEqual(inOrder);
    expect((await archive.find({}, { skip: 3, take: 3 })).total).toBe(7);
  });

  test('entries are found by what they concern, by type, by request, and by time; together by all of these', async () => {
    const requestId = randomUUID();
    const holdEntry = entry({ subjects: ['order:1', 'track:7'], requestId });
    const paid = entry({ type: 'orders.order-captured', subjects: ['order:1', 'track:7', 'track:8'], at: minutes(10) });
    const neighbour = entry({ subjects: ['order:12'], at: minutes(20), requestId });
    await archive.keep([holdEntry, paid, neighbour]);
    expect(await idsOf({ subject: 'order:1' })).toEqual([paid.id, holdEntry.id]);
    expect(await idsOf({ subject: 'track:8' })).toEqual([paid.id]);
    expect(await idsOf({ subject: 'track:9' })).toEqual([]);
    expect(await idsOf({ types: ['orders.track-held'] })).toEqual([neighbour.id, holdEntry.id]);
    expect(await idsOf({ types: [] })).toEqual([]);
    expect(await idsOf({ requestId })).toEqual([neighbour.id, holdEntry.id]);
    // `from` is included, `to` is not.
    expect(await idsOf({ from: minutes(10), to: minutes(20) })).toEqual([paid.id]);
    expect(await idsOf({ subject: 'order:1', types: ['orders.track-held'], requestId, to: minutes(1) })).toEqual([holdEntry.id]);
    expect((await archive.find({ subject: 'order:1' }, { skip: 0, take: 1 })).total).toBe(2);
  });

  test(`more than ${COUNTED} are not counted further`, async () => {
    await archive.keep(Array.from({ length: COUNTED + 5 }, () => entry()));
    expect((await archive.find({}, { skip: 0, take: 1 })).total).toBe(COUNTED);
  });

  test('who is erased goes out of every entry: those about them alone go, and that they were erased stays', async () => {
    const alone = entry({ type: 'identity.user-verified', subjects: ['account:7'] });
    const shared = entry({ subjects: ['order:1', 'account:7', 'account:70'], facts: { totalCents: 1 } });
    const erased = entry({ type: ERASED, subjects: ['account:7'], at: minutes(5) });
    const stranger = entry({ subjects: ['account:70'], at: minutes(-5) });
    await archive.keep([alone, shared, erased, stranger]);
    await archive.forget(7);
    await archive.forget(7);
    expect((await archive.find({}, all)).entries).toEqual([erased, { ...shared, subjects: ['order:1', 'account:70'] }, stranger]);
    expect(await archive.erasedSince(minutes(5))).toEqual([7]);
    expect(await archive.erasedSince(minutes(6))).toEqual([]);
    expect(await archive.erasedAmong([70, 7])).toEqual([7]);
    expect(await archive.erasedAmong([70])).toEqual([]);
  });

  test('who is erased goes also as the one who acted, and what they did stays', async () => {
    const adminEntry = (adminId: number) =>
      entry({ type: ACTED, subjects: ['order:1'], facts: { adminId, action: 'order.refunded' } });
    const [theirs, another] = [adminEntry(7), { ...adminEntry(70), at: minutes(-5) }];
    await archive.keep([theirs, another]);
    await archive.forget(7);
    const blanked = { ...theirs, facts: { adminId: null, action: 'order.refunded' } };
    expect((await archive.find({}, all)).entries).toEqual([blanked, another]);
  });

  test('what is older than a moment goes', async () => {
    const [old, young] = [entry({ at: minutes(-1) }), entry()];
    await archive.keep([old, young]);
    expect(await archive.prune(minutes(0))).toBe(1);
    expect(await archive.prune(minutes(0))).toBe(0);
    expect(await idsOf({})).toEqual([young.id]);
  });
}
