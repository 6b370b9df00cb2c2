import { drawContract } from './contract';
import { lastDayForComplaints } from './contract-text';
import { contractFactsOf, contractFileName, contractHash, renderContract, type ContractFacts } from './index';
import { readContract } from './testing/read-contract';

const aSale = (facts: Partial<ContractFacts> = {}): ContractFacts => ({
  siteName: 'Ghostline',
  orderNumber: 1042,
  orderDate: '2026-11-20T18:04:05.000Z',
  trackName: 'Salt on the Runway',
  genre: 'Melodic Techno',
  storeName: 'Nordhafen Audio',
  buyerName: 'Marta Kowalczyk',
  buyerEmail: 'marta@example.com',
  buyerCountry: 'Poland',
  priceCents: 49900,
  projectName: 'Ableton Live',
  projectCents: 10000,
  discountCents: 8985,
  ...facts,
});

test('the same sale gives the same bytes, another sale gives others', async () => {
  const [first, second, other] = await Promise.all([
    renderContract(aSale()),
    renderContract(aSale()),
    renderContract(aSale({ orderNumber: 1043 })),
  ]);
  expect(second.equals(first)).toBe(true);
  expect(contractHash(second)).toBe(contractHash(first));
  expect(contractHash(first)).toMatch(/^[\da-f]{64}$/);
  expect(contractHash(other)).not.toBe(contractHash(first));
});

test.each<[string, Partial<ContractFacts>, string]>([
  ['a store', {}, '7b0021a088071ecd93429dfa59c693b1a9759fed26df718643586e22c1099ac5'],
  [
    'the operator',
    { storeName: 'Ghostline', ownRelease: true },
    '38fab52f9aec006660ba712933bb976b21789d9fe7927803b7a5c4e392f8724d',
  ],
  [
    'the operator, in a mail of an older release',
    { storeName: 'Ghostline' },
    '38fab52f9aec006660ba712933bb976b21789d9fe7927803b7a5c4e392f8724d',
  ],
  [
    'a sale in the log',
    {
      certificate: {
        address: 'https://ghostline.example/certificate/0123456789abcdefghjkmnpqrs',
        logSize: 41,
        logRoot: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
        termsVersion: '1',
      },
    },
    '905a542f4fcd9dfd7a9d13cd7a03ad2cf60b2934a5f944425da254a560387412',
  ],
  [
    'a store with names of other letters',
    { storeName: 'Ночной порт', buyerName: 'Գևորգ Հակոբյան' },
    'db8f87ffdbba30e4e18cd1eea511fb6f029a45ccb6fdd6727c6cdc7db18e98b5',
  ],
])('a contract of %s keeps the bytes that were promised', async (_, facts, hash) => {
  expect(contractHash(await renderContract(aSale(facts)))).toBe(hash);
});

test("dates are counted on the shop's calendar: the day of the sale, and ten business days from it", async () => {
  // Half past midnight on Saturday in Moscow, Friday evening in UTC.
  const orderDate = '2026-11-20T21:30:00.000Z';
  const { text } = readContract(await renderContract(aSale({ orderDate, timeZone: 'Europe/Moscow' })));
  expect(text).toContain('21 November 2026');
  expect(text).not.toContain('20 November 2026');
  const day = (timeZone?: string) => lastDayForComplaints(orderDate, timeZone).toISOString().slice(0, 10);
  expect([day(), day('Europe/Moscow'), day('Pacific/Kiritimati')]).toEqual(['2026-12-04', '2026-12-04', '2026-12-04']);
  expect(lastDayForComplaints('2026-11-22T21:30:00.000Z', 'Europe/Moscow').toISOString().slice(0, 10)).toBe('2026-12-07');
  expect(lastDayForComplaints('2026-11-22T21:30:00.000Z').toISOString().slice(0, 10)).toBe('2026-12-04');
});

test('facts that went through a database in another order give the same bytes', async () => {
  const reversed = Object.fromEntries(Object.entries(aSale()).reverse()) as ContractFacts;
  expect((await renderContract(reversed)).equals(await renderContract(aSale()))).toBe(true);
});

test('a contract names the parties, the track, the rights, the price, the date and the order', async () => {
  const { text, pages } = readContract(await renderContract(aSale()));
  for (const fact of [
    'Ghostline',
    'Salt on the Runway',
    'Melodic Techno',
    'Nordhafen Audio',
    'Marta Kowalczyk',
    'marta@example.com, Poland',
    '20 November 2026, order 1042',
    'Exclusive, worldwide, unlimited in time',
    'Included: Ableton Live',
    'law of the Russian Federation',
  ])
    expect(text).toContain(fact);
  expect(pages).toBe(2);
});

const site = { name: 'Ghostline', timeZone: 'Europe/Moscow' };
const sale = {
  orderId: 1042,
  capturedAt: '2026-11-20T18:04:05.000Z',
  customer: { firstName: 'Marta', lastName: 'Kowalczyk', email: 'marta@example.com', country: 'Poland' },
};
const anItem = {
  name: 'Salt on the Runway',
  category: 'Melodic Techno',
  priceCents: 49900,
  projectCents: 0,
  discountCents: 0,
  projectName: null,
};

describe('the declaration of the sounds', () => {
  const origins = {
    samples: 'royalty-free' as const,
    samplesNote: 'North Loops 3, standard licence',
    vocals: 'machine' as const,
    vocalsNote: 'Голос 2',
    unreleased: true as const,
  };
  const item = { ...anItem, sellerId: 4, storeName: 'Nordhafen Audio', certificateCode: '0123456789abcdefghjkmnpqrs', origins };
  const log = { size: 41, root: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' };
  const ofLog = contractFactsOf({ ...site, url: 'https://ghostline.example' }, { ...sale, log }, item);

  test('stands in the contract, and a false one is a reason for a complaint', async () => {
    const { text } = readContract(await renderContract(ofLog));
    expect(text).toContain('Samples Royalty-free: North Loops 3, standard licence');
    expect(text).toContain('Vocals Made by a machine: Голос 2');
    expect(text).toContain('Earlier release None');
    expect(text).toContain('A false declaration is a breach of this warranty and a reason for a complaint.');
  });

  test('gives the same bytes whatever the order of its members', async () => {
    const reversed = Object.fromEntries(Object.entries(origins).reverse()) as typeof origins;
    const pdf = await renderContract({ ...ofLog, origins: reversed });
    expect(contractHash(pdf)).toBe('999d792453756e170ffddd7a49514237f55dd3a3a0d666d4a87082996fb0569f');
    expect((await renderContract(ofLog)).equals(pdf)).toBe(true);
  });

  test('is left out without one, and in contracts of sales before there was a log', async () => {
    expect(contractFactsOf(site, sale, item)).not.toHaveProperty('origins');
    const { text } = readContract(await renderContract(contractFactsOf(site, sale, { ...item, origins: null })));
    expect(text).not.toContain('declares');
  });
});

test.each([
  ['with its mode', { musicKey: 'G#', keyMode: 'minor' }, 'Melodic Techno, G#m · 1A Seller'],
  ['alone', { musicKey: 'A', keyMode: null }, 'Melodic Techno, A Seller'],
  ['not at all, where the sale does not know it', { musicKey: null, keyMode: null }, 'Melodic Techno Seller'],
])('a contract states the key of its track %s', async (_, key, particulars) => {
  const facts = contractFactsOf(site, sale, { ...anItem, sellerId: 4, storeName: 'Nordhafen Audio', ...key });
  expect(readContract(await renderContract(facts)).text).toContain(particulars);
});

describe('who sells', () => {
  const textOf = async (owner: { sellerId: number | null; storeName: string }) =>
    readContract(await renderContract(contractFactsOf(site, sale, { ...anItem, ...owner }))).text;

  test("a store that bears the shop's name is not the shop", async () => {
    const text = await textOf({ sellerId: 4, storeName: 'Ghostline' });
    expect(text).toContain('Seller Ghostline Store on Ghostline');
    expect(text).toContain('The Seller is the owner of the store named above');
    expect(text).not.toContain('in its own name');
  });

  test.each(['Ghostline', 'Spectreline'])(
    'the operator sells its own tracks, which were announced under the name %s',
    async (storeName) => {
      const text = await textOf({ sellerId: null, storeName });
      expect(text).toContain('Seller Ghostline Own release of the shop');
      expect(text).toContain('The Seller is Ghostline, which offers the Track in its own name.');
      expect(text).not.toContain('Spectreline');
    },
  );
});

test('the price is what was paid for the track, with its parts', async () => {
  const { text } = readContract(await renderContract(aSale()));
  expect(text).toContain('$509.15 USD');
  expect(text).toContain('Track $499.00, project files $100.00, discount −$89.85');
});

test('a track bought without its project says so and shows one plain price', async () => {
  const { text } = readContract(await renderContract(aSale({ projectName: null, projectCents: 0, discountCents: 0 })));
  expect(text).toContain('Not included');
  expect(text).toContain('$499.00 USD');
  expect(text).not.toContain('project files $');
});

test('complaints are in time for ten business days, weekends not counted', async () => {
  expect(lastDayForComplaints('2026-11-20T18:04:05.000Z').toISOString()).toMatch(/^2026-12-04/);
  expect(lastDayForComplaints('2026-11-22T10:00:00.000Z').toISOString()).toMatch(/^2026-12-04/);
  expect(readContract(await renderContract(aSale())).text).toContain('until 4 December 2026');
});

test('Cyrillic and Greek names are printed as they are', async () => {
  const { text } = readContract(await renderContract(aSale({ buyerName: 'Александра Щукина', storeName: 'Ηχώ Αθήνας' })));
  expect(text).toContain('Александра Щукина');
  expect(text).toContain('Ηχώ Αθήνας');
});

test('a name in another alphabet takes the wider typeface', async () => {
  expect(readContract(await renderContract(aSale({ buyerName: 'Գևորգ Հակոբյան' }))).text).toContain('Գևորգ Հակոբյան');
});

test('each contract of an order has a file name of its own, whatever its track is called', () => {
  const names = [
    contractFileName(12, { productId: 3, name: 'Ночной поезд' }),
    contractFileName(12, { productId: 4, name: 'Утро' }),
    contractFileName(12, { productId: 5, name: 'Salt on the Runway!' }),
    contractFileName(12, { productId: 6, name: 'w'.repeat(300) }),
    contractFileName(12, { productId: 7, name: 'Mélodie d’été über Señorita' }),
    contractFileName(12, { productId: 8, name: `${'w'.repeat(59)} at night` }),
  ];
  expect(names).toEqual([
    'contract-12-3-track.pdf',
    'contract-12-4-track.pdf',
    'contract-12-5-salt-on-the-runway.pdf',
    `contract-12-6-${'w'.repeat(60)}.pdf`,
    'contract-12-7-melodie-d-ete-uber-senorita.pdf',
    `contract-12-8-${'w'.repeat(59)}.pdf`,
  ]);
});

/** A text as the page shows it when all of it goes from right to left. */
const fromTheRight = (text: string) => [...text].reverse().join('');

test('names that are written from right to left stand so, words included, within the English text', async () => {
  const sale = aSale({ trackName: 'שיר הלילה', storeName: 'חנות (חדשה) 24 שעות', buyerName: 'Noa נועה לוי Levi' });
  const { text } = readContract(await renderContract(sale));
  expect(text).toContain(`“${fromTheRight('שיר הלילה')}”`);
  // Figures keep their direction, and brackets open to the side that the words come from.
  expect(text).toContain('תועש 24 (השדח) תונח');
  expect(text).toContain(`Noa ${fromTheRight('נועה לוי')} Levi`);
});

test('Arabic letters are joined, and a long name goes on in the line below', async () => {
  const { text } = readContract(
    await renderContract(aSale({ buyerName: 'ليلى السعيد', trackName: 'שיר הלילה '.repeat(20).trim() })),
  );
  expect(text).toContain(fromTheRight('ليلى السعيد'));
  expect(text).toContain(fromTheRight('שיר הלילה שיר הלילה'));
});

test('signs that no font has are replaced, one for each sign seen', async () => {
  const { text } = readContract(await renderContract(aSale({ buyerName: 'Anna 👩‍🎤 Lee', trackName: 'Night \ud800 Bus' })));
  expect(text).toContain('Anna ? Lee');
  expect(text).toContain('Night ? Bus');
});

test.each([
  ['empty', ''],
  ['control characters', 'a\u0000b\r\nc\u202ed'],
  ['ten thousand letters without a space', 'w'.repeat(10_000)],
  ['ten thousand words', 'пять '.repeat(10_000)],
  ['stacked marks', 'Z\u0301\u0302\u0303'.repeat(50)],
  ['right to left', 'שלום عليكم'],
])('names that are %s are rendered, not refused', async (_, name) => {
  const contract = await renderContract(aSale({ buyerName: name, trackName: name, storeName: name }));
  expect(contract.subarray(0, 5).toString()).toBe('%PDF-');
});

test('earlier contracts leave no trace in the bytes', async () => {
  const before = await drawContract(aSale());
  await drawContract(aSale({ trackName: 'שיר הלילה', buyerName: 'ნინო', priceCents: 100 }));
  await drawContract(aSale({ trackName: 'Night Cargo '.repeat(20), storeName: 'Ночной порт' }));
  expect((await drawContract(aSale())).equals(before)).toBe(true);
  expect((await renderContract(aSale())).equals(before)).toBe(true);
});
