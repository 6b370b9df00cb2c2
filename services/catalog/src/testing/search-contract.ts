import { setTimeout as pause } from 'node:timers/promises';
import { GENRES, KEY_MODES, MUSIC_KEYS, TRACK_TYPES } from '@shop/contracts/constants';
import { StoreChanged, StoreOpened } from '@shop/contracts/events';
import type { FilesFacts, ProductSearchView, SimilarView } from '@shop/contracts/views';
import { as, asAdmin, deliver, eventually, forward } from '@shop/runtime/testing';
import type { Express } from 'express';
import request from 'supertest';
import { bumpList, forgetOldChanges } from '../products/list-version';
import { subscriptions } from '../subscriptions';
import { useCatalog } from './catalog-under-test';
import type { OpenEngine } from './engines';
import { sold, trackHeld } from './news-from-orders';

/** What every engine of the search must do, through the door of the catalog. */
export function searchContract(openEngine: OpenEngine) {
  const catalog = useCatalog(openEngine);

  type Row = Partial<Record<'name' | 'category' | 'music_key' | 'type', string>> & {
    project_name?: string;
    files?: FilesFacts;
    price_cents?: number;
    bpm?: number | null;
    key_mode?: string | null;
    seller_id?: number | null;
    is_hot?: boolean;
    play_count?: number;
  };

  /**
   * Puts tracks on sale without their files.
   * @returns their ids
   */
  async function listed(rows: Row[]): Promise<number[]> {
    const createdRows = await catalog.source.query<{ id: number }[]>(
      `INSERT INTO products (name, category, price_cents, music_key, key_mode, type, bpm, download_link, is_hot, exclusive_vocal, seller_id,
       img, audio, peaks, wave, duration, play_count, project_name, files)
     SELECT name, category, price_cents, music_key, key_mode, type, bpm, 'https://files.example/1.zip', is_hot, false, seller_id, '/i', '/a',
       '/p', '80', 200, play_count, project_name, files
     FROM json_to_recordset($1) AS r(name text, category text, price_cents int, music_key text, key_mode text, type text, bpm float8,
       is_hot boolean, seller_id int, play_count int, project_name text, files jsonb) RETURNING id`,
      [
        JSON.stringify(
          rows.map((row) => ({
            name: 'Night Drive',
            category: 'Techno',
            price_cents: 29900,
            music_key: 'A',
            key_mode: null,
            type: 'Instrumental',
            bpm: 128,
            is_hot: false,
            play_count: 0,
            ...row,
          })),
        ),
      ],
    );
    const ids = createdRows.map(({ id }) => id);
    await bumpList(catalog.source.manager, ids);
    return ids;
  }

  const ask = (path: string, app: Express = catalog.app) => request(app).get(`/api/products/${path}`).set(as());
  async function fetchPage(query: string, app?: Express): Promise<ProductSearchView> {
    const answer = await ask(`search?${query}`, app);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body as ProductSearchView;
  }
  const ids = async (query: string, app?: Express) => (await fetchPage(query, app)).products.map(({ id }) => id);

  /** Kept answers are fresh for one second. */
  const aSecondLater = () => forward(1001);
  afterAll(() => jest.restoreAllMocks());

  test('the first page is newest first, with totals, cursors and the counts of the filters', async () => {
    const [a, b, c] = await listed([{ category: 'House' }, { music_key: 'C' }, { type: 'Vocal/Instrumental' }]);
    expect(await fetchPage('limit=2')).toMatchObject({
      products: [{ id: c }, { id: b }],
      total: 3,
      listed: 3,
      from: 0,
      next: `newest~0~${b}`,
      previous: null,
      mixed: null,
      facets: {
        genre: [
          { value: 'House', count: 1 },
          { value: 'Techno', count: 2 },
        ],
        key: [
          { value: 'A', count: 2 },
          { value: 'C', count: 1 },
        ],
      },
    });
    const last = await fetchPage(`limit=2&after=newest~0~${b}`);
    expect(last).toMatchObject({ products: [{ id: a }], total: 3, from: 2, next: null, previous: `newest~0~${a}`, facets: null });
    expect(await fetchPage(`limit=2&before=${last.previous}`)).toMatchObject({
      products: [{ id: c }, { id: b }],
      from: 0,
      previous: null,
    });
  });

  test('counts leave out the choice of their own filter, and options never vanish', async () => {
    await listed([
      { category: 'House', price_cents: 90000 },
      { category: 'Techno', price_cents: 10000 },
    ]);
    const { facets, total } = await fetchPage('genre=Techno&price=500-1000');
    expect(total).toBe(0);
    expect(facets!.genre).toEqual([
      { value: 'House', count: 1 },
      { value: 'Techno', count: 0 },
    ]);
  });

  test('a track must come with all extras that are chosen, and each counts what it would leave', async () => {
    const files = { stems: 12, midi: true, seconds: 200, loudness: -9, project: true };
    expect((await fetchPage('')).facets!.with).toEqual([]);
    const [plain, stems, project, both] = await listed([
      {},
      { files },
      { project_name: 'Cubase', category: 'House' },
      { files, project_name: 'Cubase', category: 'House' },
    ]);
    aSecondLater();
    await eventually(async () => expect(await ids('')).toEqual([both, project, stems, plain]));
    expect(await ids('with=stems')).toEqual([both, stems]);
    expect(await ids('with=project&with=stems')).toEqual([both]);
    const counts = async (query: string) => {
      const { facets } = await fetchPage(query);
      return [...facets!.with!, ...facets!.genre].map(({ value, count }) => [value, count]);
    };
    const expected = (withStems: number, withProject: number, house: number, techno: number) => [
      ['stems', withStems],
      ['project', withProject],
      ['House', house],
      ['Techno', techno],
    ];
    expect(await counts('')).toEqual(expected(2, 2, 2, 2));
    expect(await counts('with=project')).toEqual(expected(1, 2, 2, 0));
    expect(await counts('with=stems&genre=Techno')).toEqual(expected(1, 0, 1, 1));
  });

  test.each([
    ['q=nigh', ['Night Drive', 'Night Works']],
    ['q=CAFE', ['Café Noir']],
    ['q=noir%20caf%C3%A9', ['Café Noir']],
    ['q=minimal', ['Halo']],
    ['q=nihgt', ['Night Drive', 'Night Works']],
    ['q=nigt%20drive', ['Night Drive']],
    ['q=cofe', ['Café Noir']],
    ['q=xyzzyx', []],
  ])('%s finds by the beginning or a part of words, genres, and with typing errors', async (query, names) => {
    await listed([
      { name: 'Café Noir' },
      { name: 'Halo', category: 'Minimal' },
      { name: 'Night Works' },
      { name: 'Night Drive' },
    ]);
    expect((await fetchPage(query)).products.map(({ name }) => name)).toEqual(names);
  });

  test('a range takes tracks at half and double its tempos when that is asked, and a mode only its own', async () => {
    const [full, half, double] = await listed([
      { bpm: 128, key_mode: 'minor' },
      { bpm: 64.5, key_mode: 'major' },
      { bpm: 256 },
      { bpm: 100 },
      { bpm: null },
    ]);
    expect(await ids('bpm=128-130')).toEqual([full]);
    expect(await ids('bpm=128-130&half_double=1')).toEqual([double, half, full]);
    expect(await ids('mode=minor')).toEqual([full]);
  });

  test('tracks that mix with another are found within the chosen percent, and the answer has its name', async () => {
    const [one, near, far] = await listed([
      { name: 'Undertow', bpm: 128, music_key: 'A', key_mode: 'minor' },
      { bpm: 130, music_key: 'C', key_mode: 'major' },
      { bpm: 138, music_key: 'E', key_mode: 'minor' },
      { bpm: 128, music_key: 'A', key_mode: 'major' },
    ]);
    expect(await ids(`mixes=${one}`)).toEqual([near]);
    expect(await ids(`mixes=${one}&within=8`)).toEqual([far, near]);
    expect(await ids(`mixes=${one}&within=1`)).toEqual([]);
    expect((await fetchPage(`mixes=${one}`)).mixed).toEqual({ id: one, name: 'Undertow' });
    expect(await fetchPage(`mixes=${far! + 99}`)).toMatchObject({ total: 4, mixed: null });
  });

  test('the hottest are the marked ones, newest first, then the most played', async () => {
    const [a, b, c, d] = await listed([{ is_hot: true }, { play_count: 5 }, { is_hot: true }, { play_count: 9 }]);
    expect(await ids('sort=hottest')).toEqual([c, a, d, b]);
  });

  test('a sold track is gone within a second on every replica, a held one stays', async () => {
    const [first, second] = await listed([{}, {}]);
    const replica = catalog.replica().app;
    expect([await ids(''), await ids('', replica)]).toEqual([
      [second, first],
      [second, first],
    ]);
    await deliver(catalog.source, subscriptions, trackHeld(first!, 1));
    await deliver(catalog.source, subscriptions, sold([{ productId: second!, claimVersion: 2 }]));
    aSecondLater();
    await eventually(async () => expect([await ids(''), await ids('', replica)]).toEqual([[first], [first]]));
  });

  test('a change made here is found at once, with its new words', async () => {
    const track = await catalog.product({ name: 'Old Words' });
    expect(await ids('q=old')).toEqual([track.id]);
    await request(catalog.app)
      .put(`/api/products/${track.id}`)
      .set(asAdmin())
      .field('fields', JSON.stringify({ name: 'Fresh' }));
    expect([await ids('q=old'), await ids('q=fresh')]).toEqual([[], [track.id]]);
    await request(catalog.app).delete(`/api/products/${track.id}`).set(asAdmin());
    expect((await fetchPage('')).listed).toBe(0);
  });

  test('a store that is renamed or stops selling changes its tracks', async () => {
    const store = { sellerId: 9, userId: 90 };
    await deliver(catalog.source, subscriptions, StoreOpened({ ...store, status: 'active', version: 1, storeName: 'Old Name' }));
    const [track] = await listed([{ seller_id: 9 }, {}]);
    expect(await ids('q=old')).toEqual([track]);
    await deliver(catalog.source, subscriptions, StoreChanged({ ...store, status: 'active', version: 2, storeName: 'New Name' }));
    aSecondLater();
    await eventually(async () => expect([await ids('q=old'), await ids('q=new')]).toEqual([[], [track]]));
    await deliver(
      catalog.source,
      subscriptions,
      StoreChanged({ ...store, status: 'pending', version: 3, storeName: 'New Name' }),
    );
    aSecondLater();
    await eventually(async () => expect((await fetchPage('')).total).toBe(1));
  });

  test('between two versions only the tracks that changed are read', async () => {
    await listed(Array.from({ length: 30 }, () => ({})));
    await fetchPage('');
    const [fresh] = await listed([{ name: 'Fresh' }]);
    aSecondLater();
    const query = jest.spyOn(catalog.source, 'query');
    await eventually(async () => expect(await ids('q=fresh')).toEqual([fresh]));
    const rows = await Promise.all(query.mock.results.map(({ value }) => value as Promise<unknown[]>));
    expect(rows.map(({ length }) => length)).toEqual([1, 1]);
    query.mockRestore();
  });

  test('a version that nobody noted, or that is forgotten, has the whole list read anew', async () => {
    const [first] = await listed([{}]);
    await fetchPage('');
    await catalog.source.query(`UPDATE products SET name = 'By Hand'`);
    await catalog.source.query('UPDATE product_list SET version = version + 1');
    aSecondLater();
    await eventually(async () => expect(await ids('q=hand')).toEqual([first]));
    await catalog.source.query('UPDATE product_list SET version = version + 20000');
    await forgetOldChanges(catalog.source);
    expect(await catalog.source.query('SELECT * FROM product_changes')).toEqual([]);
    await listed([{ name: 'Later' }]);
    aSecondLater();
    await eventually(async () => expect((await fetchPage('q=later')).total).toBe(1));
  });

  test('the same answer again is a 304, on every replica, until something in it changes', async () => {
    await listed([{ category: 'House' }, {}]);
    const { etag } = (await ask('search?genre=House')).headers as { etag: string };
    const again = (app?: Express) => ask('search?genre=House', app).set('if-none-match', etag);
    expect([(await again()).status, (await again(catalog.replica().app)).status]).toEqual([304, 304]);
    expect((await ask('search').set('if-none-match', etag)).status).toBe(200);
    await listed([{ category: 'House' }]);
    aSecondLater();
    await eventually(async () => expect((await again()).status).toBe(200));
  });

  test('a cursor of one replica holds on another, and while tracks come and go', async () => {
    const all = await listed(Array.from({ length: 40 }, (_, i) => ({ price_cents: 10000 + (i % 5) * 1000 })));
    const replica = catalog.replica().app;
    const ids: number[] = [];
    let next: string | null = '';
    for (let at = 0; next !== null; at++) {
      const page: ProductSearchView = await fetchPage(
        `sort=price-low&limit=7${next && `&after=${next}`}`,
        at % 2 ? replica : catalog.app,
      );
      ids.push(...page.products.map(({ id }) => id));
      next = page.next;
      await deliver(catalog.source, subscriptions, sold([{ productId: all[at]!, claimVersion: 1 }]));
      await listed([{ price_cents: 10000 + at * 1000 }]);
      aSecondLater();
    }
    expect(new Set(ids).size).toBe(ids.length);
    const stayed = all.slice(6);
    expect(ids.filter((id) => stayed.includes(id)).sort((a, b) => a - b)).toEqual(stayed);
  });

  test.each([
    ['q', `q=${'x'.repeat(101)}`],
    ['price', 'price=5-1'],
    ['price', 'price=abc'],
    ['price', 'price=1-2&price=3-4'],
    ['bpm', 'bpm=-1-5'],
    ['half_double', 'half_double=yes'],
    ['genre', `genre=${'x'.repeat(61)}`],
    ['genre', Array.from({ length: 61 }, (_, i) => `genre=${i}`).join('&')],
    ['mode', 'mode=blue'],
    ['with', 'with=vocals'],
    ['mixes', 'mixes=1.5'],
    ['mixes', 'mixes=99999999999'],
    ['within', 'within=0'],
    ['within', 'within=50'],
    ['sort', 'sort=constructor'],
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['after', 'after=x'],
    ['after', 'after=price-low~5~1'],
    ['after', 'after=newest~1e999~1'],
    ['before', 'before=played~5~1'],
    ['before', 'after=newest~0~1&before=newest~0~1'],
    ['what', 'what=1'],
  ])('a wrong %s is refused with its name (%s)', async (field, query) => {
    expect(await ask(`search?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid', field } });
  });

  test.each([
    'q=%00%F0%9F%8E%B5%E2%80%8B',
    `q=${'%CC%81'.repeat(90)}`,
    `q=${'a%20'.repeat(24)}`,
    'q=(.*)%5B%25_',
    'genre=__proto__&key=constructor',
    'type=',
    `q=${'a'.repeat(99)}q`,
    `q=${'bdfhjlnprt'.split('').join('%20')}`,
  ])('strange words (%s) find nothing that is not there', async (query) => {
    await listed([{}]);
    expect((await ask(`search?${query}`)).status).toBe(200);
  });

  test('similar tracks: the genre first, then tempo and key, then the store, then the newer; also of a sold one', async () => {
    const [model, other, sounds, genre, twin] = await listed([
      { category: 'Techno', bpm: 130, key_mode: 'minor' },
      { category: 'House', bpm: 90, music_key: 'D#' },
      { category: 'House', bpm: 130, key_mode: 'minor' },
      { category: 'Techno', bpm: 90, music_key: 'D#' },
      { category: 'Techno', bpm: 131, key_mode: 'minor' },
    ]);
    const similar = async (id: number, more = '') => (await ask(`${id}/similar${more}`)).body as SimilarView;
    const expected = { products: [{ id: twin }, { id: genre }, { id: sounds }, { id: other }], mixing: 2 };
    expect(await similar(model!)).toMatchObject(expected);
    expect((await similar(model!, '?limit=1')).products).toHaveLength(1);
    await deliver(catalog.source, subscriptions, sold([{ productId: model!, claimVersion: 1 }]));
    aSecondLater();
    await eventually(async () => expect(await similar(model!)).toMatchObject(expected));
    expect((await similar(twin!)).products.map(({ id }) => id)).not.toContain(model);
    expect(await ask(`${twin! + 50}/similar`)).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(await ask(`${twin}/similar?limit=25`)).toMatchObject({ status: 400, body: { field: 'limit' } });
  });

  test('when the database does not answer, the last index is searched', async () => {
    const [track] = await listed([{}]);
    await fetchPage('');
    aSecondLater();
    const query = jest.spyOn(catalog.source, 'query').mockRejectedValue(new Error('down'));
    expect(await ids('genre=Techno')).toEqual([track]);
    query.mockRestore();
  });

  test('when the database hangs, the last index is searched, and nobody waits long', async () => {
    const [track] = await listed([{}]);
    await fetchPage('');
    aSecondLater();
    let giveUp: (error: Error) => void = () => undefined;
    const hanging = new Promise<never>((_, reject) => (giveUp = reject));
    const query = jest.spyOn(catalog.source, 'query').mockReturnValue(hanging);
    // Less than the time after which the read is given up.
    const tooLong = pause(20_000, 'too long', { ref: false });
    expect(await Promise.race([ids('genre=Techno'), tooLong])).toEqual([track]);
    expect(await Promise.race([ids('genre=House'), tooLong])).toEqual([]);
    query.mockRestore();
    giveUp(new Error('down'));
  });

  test('a change that is made while the version is read is found at once', async () => {
    const track = await catalog.product({ name: 'Old Words' });
    await fetchPage('');
    aSecondLater();
    const { source } = catalog;
    const query = source.query.bind(source);
    let [read, release] = [() => {}, () => {}];
    const isRead = new Promise<void>((resolve) => (read = resolve));
    const gate = new Promise<void>((resolve) => (release = resolve));
    const spy = jest.spyOn(source, 'query').mockImplementationOnce(async (...args) => {
      const rows: unknown = await query(...args);
      read();
      await gate;
      return rows;
    });
    const before = fetchPage('').then(() => undefined);
    await isRead;
    await request(catalog.app)
      .put(`/api/products/${track.id}`)
      .set(asAdmin())
      .field('fields', JSON.stringify({ name: 'Fresh' }));
    release();
    await before;
    expect(await ids('q=fresh')).toEqual([track.id]);
    spy.mockRestore();
  });

  test.each([
    ['undreground melodik nihgt dirve', 1],
    ['undreground melodik nihgt dirve sunset', 1],
    ['nihgt nihgt nihgt nihgt nihgt nihgt', 1],
    ['undreground melodik nihgt dirve sunste', 0],
  ])('no more than four words of a search are corrected: %s', async (words, total) => {
    await listed([{ name: 'Underground Melodic Night Drive Sunset' }]);
    expect((await fetchPage(`q=${encodeURIComponent(words)}`)).total).toBe(total);
  });

  test('every constant can be searched for', async () => {
    await listed([{}]);
    const all = [
      ...GENRES.map((value) => ['genre', value]),
      ...MUSIC_KEYS.map((value) => ['key', value]),
      ...TRACK_TYPES.map((value) => ['type', value]),
      ...KEY_MODES.map((value) => ['mode', value]),
    ] as [string, string][];
    for (const [name, value] of all) expect((await ask(`search?${new URLSearchParams([[name, value]])}`)).status).toBe(200);
  });
}
