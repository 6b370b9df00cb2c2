import { contractSpells } from '@shop/contracts/forms';
import { drawContract } from './contract';
import { renderContract, type ContractFacts } from './index';
import { faceFor } from './script-faces';
import { readContract } from './testing/read-contract';
import { shows, typefaceFor } from './typeface';

const aSale = (facts: Partial<ContractFacts> = {}): ContractFacts => ({
  siteName: 'Ghostline',
  orderNumber: 1042,
  orderDate: '2026-11-20T18:04:05.000Z',
  trackName: 'Salt on the Runway',
  genre: 'Melodic Techno',
  storeName: 'Nordhafen Audio',
  buyerName: 'Marta Kowalczyk',
  buyerEmail: 'marta@example.com',
  buyerCountry: 'India',
  priceCents: 49900,
  projectName: null,
  ...facts,
});
/** What a reader copies: a span has the letters in their order, whatever order their glyphs stand in. */
const spansOf = (contract: Buffer) =>
  Array.from(contract.toString('latin1').matchAll(/\/ActualText \(þÿ((?:\\[^]|[^\\)])*)\)/g), ([, escaped]) => {
    const controls: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
    const bytes = escaped!.replace(/\\([^])/g, (_, sign: string) => controls[sign] ?? sign);
    return Buffer.from(bytes, 'latin1').swap16().toString('utf16le');
  });

describe('a contract names the buyer in their own script', () => {
  test.each([
    'नेहा श्रीकृष्ण शर्मा',
    'শ্রীকৃষ্ণ মুখোপাধ্যায়',
    'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
    'કૃષ્ણ પટેલ',
    'கார்த்திக் ஸ்ரீனிவாசன்',
    'శ్రీనివాస్ కృష్ణ',
    'ಶ್ರೀನಿವಾಸ ಕೃಷ್ಣ',
    'ശ്രീകൃഷ്ണൻ ഉണ്ണി',
    'ශ්\u200dරී කුමාර',
    'ณัฐวุฒิ ปิ่นแก้ว',
    'សុខា ចន្ទ្រា',
    'အောင်ဆန်း ကျော်စွာ',
    'አበበ ቢቂላ',
    'Neha नेहा Sharma',
    // Urdu letters that the wider typeface lacks
    'فاطمہ رضوی',
  ])('%s', async (buyerName) => {
    expect(contractSpells(buyerName)).toBe(true);
    const contract = await renderContract(aSale({ buyerName }));
    // among the particulars, and at the end
    expect(spansOf(contract)).toEqual([buyerName.normalize('NFC'), buyerName.normalize('NFC')]);
    const { text } = readContract(contract);
    expect(text).not.toContain('?');
    expect(text).toContain('The Buyer is the person named above.');
  });

  test('a joiner parts letters of a Persian name without a gap', async () => {
    const { text } = readContract(await renderContract(aSale({ buyerName: 'علی\u200cرضا' })));
    // the joiner's own glyph is a blank without width
    expect(text).toContain([...'علی رضا'].reverse().join(''));
  });

  test('Lao needs no typeface of its own', async () => {
    const buyerName = 'ສົມຊາຍ ບຸນມີ';
    expect(contractSpells(buyerName)).toBe(true);
    const { text } = readContract(await renderContract(aSale({ buyerName })));
    // a mark that is set by itself stands apart here
    expect(text.replaceAll(' ', '')).toContain(`Buyer${buyerName.replaceAll(' ', '')}`);
  });

  test('a track and a store as well, and what no typeface has beside them is replaced', async () => {
    const contract = await renderContract(aSale({ trackName: 'रात की बस 🎧', storeName: 'ห้องดนตรี' }));
    expect(spansOf(contract)).toEqual(['“रात की बस ?”', 'रात की बस ?', 'ห้องดนตรี', 'ห้องดนตรี']);
  });

  test('the same sale gives the same bytes, whatever was drawn before', async () => {
    const sale = aSale({ buyerName: 'नेहा शर्मा' });
    const first = await drawContract(sale);
    await drawContract(aSale({ buyerName: 'शर्मा नेहा', trackName: 'ศรี' }));
    expect((await drawContract(sale)).equals(first)).toBe(true);
    expect((await renderContract(sale)).equals(first)).toBe(true);
  });
});

describe('a name that no typeface has', () => {
  test.each(['山田 太郎', '김민수', 'नेहा ศรี', 'Anna 🎤', 'ߊߋߌ'])('%s is not accepted for a contract', (name) => {
    expect(contractSpells(name)).toBe(false);
  });

  test('every character that is accepted is in a typeface, in both of its styles', () => {
    const lacking: string[] = [];
    for (let point = 0x20; point < 0x10000; point += 1) {
      const sign = String.fromCodePoint(point);
      if (point === 0xd800) point = 0xdfff;
      if (!/[\p{L}\p{M}\p{Nd}]/u.test(sign) || sign !== sign.normalize('NFC') || !contractSpells(sign)) continue;
      const face = faceFor(typefaceFor([sign]), sign);
      if (!shows(face.regular, sign) || !shows(face.strong, sign)) lacking.push(`${point.toString(16)} ${sign}`);
    }
    expect(lacking).toEqual([]);
  });
});
