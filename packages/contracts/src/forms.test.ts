import type { z } from 'zod';
import * as forms from './forms';
import { LINK_HOSTS, PASSWORD_MAX } from './constants';

const ok = <Schema extends z.ZodType>(schema: Schema, input: unknown) => schema.safeParse(input).success;
const firstMessage = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message;

describe('a link', () => {
  const files = (text: string) => forms.isLinkBelow(text, LINK_HOSTS.files, ['https']);
  test.each([
    'https://dropbox.com/s/x',
    'https://www.dropbox.com/s/x?dl=0',
    'https://WWW.DropBox.com/s/x',
    'https://we.tl/t-x',
    'https://disk.yandex.ru/d/x',
    'https://yadi.sk/d/x',
    'https://drive.google.com/file/d/x',
    'https://docs.google.com/x',
    'www.dropbox.com/s/x',
    'wetransfer.com/downloads/x',
  ])('%s is one of the allowed', (text) => expect(files(text)).toBe(true));

  test.each([
    'https://evil.example/?dropbox.com',
    'https://evil.example/#dropbox.com',
    'https://evil.example/dropbox.com',
    'https://dropbox.com.evil.example/x',
    'https://notdropbox.com/x',
    'https://dropbox.com@evil.example/x',
    'https://user:pass@dropbox.com/x',
    'https://:pass@dropbox.com/x',
    'https://google.com/x',
    'https://evil.example\\.dropbox.com/x',
    'http://dropbox.com/x',
    'ftp://dropbox.com/x',
    'javascript:alert(1)//dropbox.com',
    'javascript://dropbox.com/%0aalert(1)',
    'data:text/html,dropbox.com',
    'https://dropbox.com\n.evil.example',
    'https://dropb\u0000ox.com/',
    'https://ԁropbox.com/x',
    'https://[::1]/dropbox.com',
    'https://',
    'dropbox',
    '',
  ])('%j is none of them', (text) => expect(files(text)).toBe(false));

  test('to a profile may be http and may be left out', () => {
    for (const text of ['', '  ', 'soundcloud.com/x', 'http://vk.com/x', 'https://m.facebook.com/x', 'www.soundcloud.com/x'])
      expect([text, ok(forms.socialLink, text)]).toEqual([text, true]);
    for (const text of ['myspace.com/x', 'https://evil.example/?vk.com', 'javascript:alert(1)', 'x'.repeat(501)])
      expect([text, firstMessage(forms.socialLink, text)]).toEqual([
        text,
        'Please provide a valid SoundCloud, Facebook or VK link',
      ]);
  });
});

describe('an e-mail address', () => {
  test.each(['a@b.co', 'first.last+tag@sub.example.com', 'ü@exämple.com', ' A@B.co '])('%s is one', (text) =>
    expect(ok(forms.email, text)).toBe(true),
  );
  test.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@.co',
    'a@b.',
    'a@b..co',
    'a b@c.co',
    'a@b@c.co',
    'a@b.co\nBcc: x@y.z',
    '<a@b.co>',
    'Mara <a@b.co>',
    'a@b.co>',
    '"a"@b.co',
    'a(comment)@b.co',
    'a@b.co(comment)',
    'a,c@b.co',
    'a;c@b.co',
    'a..c@b.co',
    '.a@b.co',
    'a@[127.0.0.1]',
    'a@-b.co',
    'a＜@b.co',
    'a\u0000@b.co',
    `${'a'.repeat(250)}@b.co`,
    // In NFKC form the first has blanks, and the second more characters than an address may have.
    'a\ufdfa@b.co',
    'a1\ufe0f\u20e3@b.co',
    `${'\ufb03'.repeat(100)}@b.co`,
    7,
    null,
    ['a@b.co'],
  ])('%j is none', (text) => expect(ok(forms.email, text)).toBe(false));
  test('is one whatever way its signs are written', () => {
    expect(forms.email.parse('u\u0308@ｅxample.com')).toBe(forms.email.parse('\u00fc@example.com'));
    expect(forms.email.parse('a＠example．com')).toBe('a@example.com');
  });
  test.each(['\u200ba@b.co', 'a\u200b@b.co', '\u202aa@b.co\u202c', 'a@b\u00ad.co', '\ufeff a@b.co\u2060'])(
    'is taken without the invisible marks that it was pasted with: %j',
    (text) => expect(forms.email.parse(text)).toBe('a@b.co'),
  );
  test('is kept in small letters, without blanks around it', () =>
    expect(forms.email.parse('  First@Example.COM ')).toBe('first@example.com'));
});

describe('one line of text', () => {
  const line = forms.line(60);
  test.each(['Night Cargo', 'Łukasz O’Brien', 'Ночь', '夜', 'عمر', 'Love ❤️', 'Family 👨‍👩‍👧', 'wave 👋🏽'])('may be %j', (text) =>
    expect(ok(line, text)).toBe(true),
  );
  const flagOf = (tags: string) =>
    `\u{1f3f4}${[...tags].map((tag) => String.fromCodePoint(0xe0000 + tag.charCodeAt(0))).join('')}\u{e007f}`;
  test.each([
    ['a keycap', '1\ufe0f\u20e3 Vibes #\ufe0f\u20e3'],
    ['the flag of England', `Home ${flagOf('gbeng')}`],
    ['the flag of Scotland', flagOf('gbsct')],
    ['the flag of Wales', flagOf('gbwls')],
    ['a sign that is asked for as text', 'Call \u260e\ufe0e'],
  ])('may hold what belongs to an emoji: %s', (_what, text) => expect(ok(line, text)).toBe(true));
  test.each([
    ['a zero width space', 'Night\u200bCargo'],
    ['a joiner between letters', 'Night\u200dCargo'],
    ['a turned direction', 'Cargo\u202ethgiN'],
    ['an isolate', 'Night\u2066Cargo'],
    ['a soft hyphen', 'Night\u00adCargo'],
    ['a line separator', 'Night\u2028Cargo'],
    ['a filler', 'Night\u3164Cargo'],
    ['an empty braille sign', 'Night\u2800Cargo'],
    ['a tag', 'Night\u{e0041}Cargo'],
    ['a variation of a letter', 'Night\ufe0fCargo'],
    ['a variation of a digit', '1\ufe0f Night'],
    ['the tags of a flag that nobody draws', `Night ${flagOf('gbxyz')}`],
    ['tags behind a flag', `${flagOf('gbeng')}\u{e0041}`],
    ['a control character', 'Night\u0085Cargo'],
  ])('holds nothing that nobody sees: %s', (_what, text) => expect(firstMessage(line, text)).toBe(forms.ONE_LINE));
});

describe('the name of a person', () => {
  const { name } = forms.RegisterForm.shape;
  test.each([
    ['Persian', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'],
    ['Sinhala', '\u0dc1\u0dca\u200d\u0dbb\u0dd3 \u0dbd\u0d82\u0d9a\u0dcf'],
    [
      'Malayalam, as older keyboards end a word',
      '\u0d38\u0d41\u0d30\u0d47\u0d37\u0d4d \u0d15\u0d41\u0d2e\u0d3e\u0d30\u0d4d\u200d',
    ],
    ['Devanagari', '\u0936\u0930\u094d\u200d\u092e\u093e'],
    ['Bengali', '\u09b0\u200d\u09cd\u09af\u09be'],
  ])('may hold joiners in %s', (_script, text) => expect(name.parse(text)).toBe(text));
  test.each([
    ['between Latin letters', 'Ni\u200cna'],
    ['between a Latin and an Arabic letter', 'a\u200c\u0639'],
    ['twice', '\u0639\u200c\u200c\u0639'],
    ['at the beginning', '\u200c\u0639'],
    ['at the end of a word', '\u0639\u200c'],
    ['beside another invisible sign', '\u0639\u200c\u200b\u0639'],
    ['between digits', '\u0661\u200c\u0662'],
  ])('may hold none %s', (_where, text) => expect(firstMessage(name, text)).toBe(forms.ONE_LINE));
  test('of a store may hold none at all', () =>
    expect(firstMessage(forms.line(60), '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627')).toBe(forms.ONE_LINE));
});

test.each([
  ['a code of a coupon', forms.CouponForm.shape.code, '\u200bghost25\u2060', 'GHOST25'],
  ['a link', forms.socialLink, '\ufeffhttps://soundcloud.com/\u200bnora', 'https://soundcloud.com/nora'],
  ['a phone number', forms.CustomerForm.shape.phone, '\u202a+49 30 1\u202c', '+49 30 1'],
  ['a reference', forms.RecordPaymentForm.shape.reference, 'SEPA\u00ad 88', 'SEPA 88'],
  ['a search', forms.ListQuery.shape.q, 'nora\u200b', 'nora'],
  ['a card number', forms.SellerPaymentForm.shape.card_number, '\u202d4242 4242 4242 4242\u202c', '4242424242424242'],
])('%s is taken without the invisible marks that it was pasted with', (_what, schema, pasted, expected) =>
  expect(schema.parse(pasted)).toBe(expected),
);

test.each([
  ['\u0130STANBUL', ['\u0130stanbul', 'i\u0307stanbul', 'istanbul', 'ISTANBUL', 'I\u0307STANBUL']],
  ['GRO\u1e9e', ['gro\u00df', 'GROSS', 'gro\u1e9e']],
  ['\uff27\uff28\uff2f\uff33\uff34', ['ghost', '\uff47\uff48\uff4f\uff53\uff54']],
])('a coupon with the code %s is found however it is typed', (expected, typed) => {
  const { code } = forms.CouponForm.shape;
  for (const text of typed) expect([text, code.parse(text)]).toEqual([text, code.parse(expected)]);
});

test('texts are kept in one form, however their accents are encoded', () => {
  expect(forms.line(4).parse('Cafe\u0301')).toBe('Caf\u00e9');
  expect(forms.paragraph(60).parse('Cafe\u0301\nNoe\u0308l')).toBe('Caf\u00e9\nNo\u00ebl');
  expect(forms.ListQuery.parse({ q: 'cafe\u0301' }).q).toBe('caf\u00e9');
  expect(forms.RegisterForm.shape.shop_name.parse('Cafe\u0301')).toBe('Caf\u00e9');
});

test('the contact address of a submission is compared like every other address', () => {
  const { contactEmail } = forms.TrackSubmissionForm.shape;
  expect(contactEmail.parse(' ｎｏｒａ@Example.com')).toBe('nora@example.com');
  expect(['', undefined, 'nora'].map((text) => firstMessage(contactEmail, text))).toEqual([
    forms.FILL_REQUIRED,
    forms.FILL_REQUIRED,
    'Please enter a valid email address.',
  ]);
});

test('percent and uses of a coupon may have blanks around them, and what is no number is not called missing', () => {
  const { discount_percent: percent, max_uses: uses } = forms.CouponForm.shape;
  expect([' 10', '15\t', 20].map((text) => percent.parse(text))).toEqual([10, 15, 20]);
  expect(uses.parse('5 ')).toBe(5);
  expect(['12.5', '15%', '12,5', '１０', true].map((text) => firstMessage(percent, text))).toEqual(
    Array.from({ length: 5 }, () => 'Must be a whole number from 1 to 100'),
  );
  expect([undefined, '', ' '].map((text) => firstMessage(percent, text))).toEqual(
    Array.from({ length: 3 }, () => 'Percent is required'),
  );
  expect([101, '0'].map((text) => firstMessage(percent, text))).toEqual(['At most 100', 'At least 1']);
});

describe('a password', () => {
  test.each(['Abcdef1!', 'ÄbcDef1?', `Aa1!${'x'.repeat(PASSWORD_MAX - 4)}`, 'Aa1! with blanks '])('%s is good enough', (text) =>
    expect(ok(forms.password, text)).toBe(true),
  );
  test.each([
    'Abcde1!',
    'abcdef1!',
    'ABCDEF1!',
    'Abcdefg!',
    'Abcdef12',
    `Aa1!${'x'.repeat(PASSWORD_MAX)}`,
    '',
    12_345_678,
    ['Abcdef1!'],
  ])('%j is not', (text) => expect(ok(forms.password, text)).toBe(false));
  test('of a reset needs six characters only, and must be repeated right in registration', () => {
    expect(ok(forms.ResetPasswordForm, { password: '123456' })).toBe(true);
    expect(ok(forms.ResetPasswordForm, { password: '12345' })).toBe(false);
    const form = {
      name: 'A',
      last_name: 'B',
      email: 'a@b.co',
      country: 'Kosovo',
      password: 'Abcdef1!',
      confirmPassword: 'Abcdef1!',
    };
    expect(ok(forms.RegisterForm, form)).toBe(true);
    expect(forms.RegisterForm.safeParse({ ...form, confirmPassword: 'x' }).error?.issues).toMatchObject([
      { path: ['confirmPassword'], message: 'Passwords do not match' },
    ]);
    expect(forms.RegisterForm.safeParse({ ...form, is_seller: true }).error?.issues).toMatchObject([{ path: ['shop_name'] }]);
    expect(ok(forms.RegisterForm, { ...form, is_admin: 1 })).toBe(false);
  });
});

describe('dollars', () => {
  test.each<[unknown, number]>([
    [399, 39_900],
    ['399', 39_900],
    [399.5, 39_950],
    ['399.5', 39_950],
    ['0.07', 7],
    [' 1', 100],
    ['1250.00\t', 125_000],
    [0.07, 7],
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    [0.1 + 0.2, 30],
    [0, 0],
    [1e2, 10_000],
    [10_000, 1_000_000],
  ])('%j are so many cents', (input, cents) => expect(forms.dollars.parse(input)).toBe(cents));

  test.each([
    -1,
    -0.01,
    '-1',
    '1e2',
    '0x10',
    'NaN',
    NaN,
    Infinity,
    -Infinity,
    1e300,
    '1.234',
    1.234,
    1.005,
    '1,00',
    '1.',
    '.5',
    '',
    ' ',
    '1 000',
    '+1',
    true,
    null,
    [1],
    { $: 1 },
    '9'.repeat(20),
    '١',
  ])('%p are none', (input) => {
    const result = forms.dollars.safeParse(input);
    expect(result.success && result.data).toBe(false);
    expect(result.error!.issues[0]!.message).toBe('Must be an amount with at most two decimals');
  });

  test('a price lies between 1.00 and 10,000.00, and an old price is never below nothing', () => {
    const product = {
      name: 'T',
      category: 'Techno',
      price: 399,
      music_key: 'A#',
      type: 'Instrumental',
      download_link: 'https://www.dropbox.com/x',
    };
    expect(forms.ProductFields.parse(product)).toMatchObject({ price: 39_900, old_price: null, bpm: null, is_hot: false });
    for (const price of [0.99, 0, -5, 10_000.01]) expect(ok(forms.ProductFields, { ...product, price })).toBe(false);
    for (const price of [1, 10_000, '199.99']) expect(ok(forms.ProductFields, { ...product, price })).toBe(true);
    for (const old_price of [-5, 10_001, 'x']) expect(ok(forms.ProductFields, { ...product, old_price })).toBe(false);
    for (const old_price of [0, null, '0']) expect(forms.ProductFields.parse({ ...product, old_price }).old_price).toBeNull();
  });
});

describe('an id', () => {
  test.each<[unknown, number]>([
    [7, 7],
    ['7', 7],
    [2_147_483_647, 2_147_483_647],
    ['007', 7],
  ])('%j is one', (input, id) => expect(forms.id.parse(input)).toBe(id));
  test.each([
    0,
    -1,
    1.5,
    '1.5',
    '1e3',
    '',
    ' 7',
    '7 ',
    'x',
    2_147_483_648,
    '99999999999',
    NaN,
    Infinity,
    true,
    null,
    [7],
    { id: 7 },
    '٧',
  ])('%p is none', (input) => expect(ok(forms.id, input)).toBe(false));
});

describe('chosen projects', () => {
  const chosen = (parse: unknown) => forms.projectSelections.parse(parse);
  test('come as a map of ids to some way of saying yes', () => {
    expect(chosen({ 1: 'YES', 2: 'no', 3: true, 4: false, 5: 1, 6: 0, 7: 'true', 8: null, 9: '1', 10: 'yes', 11: 2 })).toEqual([
      1, 3, 5, 7, 9, 10,
    ]);
  });
  test('or as a list of ids, or of what they belong to', () => {
    expect(chosen([1, '2', { id: 3 }, { id: '4', includeProject: true, name: 'x' }, { id: 5, includeProject: false }])).toEqual([
      1, 2, 3, 4,
    ]);
  });
  test('or not at all', () => {
    for (const input of [undefined, null, {}, []]) expect(chosen(input)).toEqual([]);
  });
  test('but not as anything else', () => {
    for (const input of [
      'YES',
      1,
      { x: 'YES' },
      { '-1': 'YES' },
      [{ includeProject: true }],
      ['x'],
      { 1: { deep: true } },
      { 1: 'x'.repeat(11) },
    ])
      expect([input, ok(forms.projectSelections, input)]).toEqual([input, false]);
    expect(chosen(JSON.parse('{"__proto__":{"1":"YES"}}'))).toEqual([]);
  });
});

test('a code is read however it was pasted', () => {
  const { verificationCode } = forms.CompleteRegistrationForm.shape;
  for (const pasted of [
    '612783',
    '612 783',
    ' 612-783\n',
    '6 1 2 7 8 3',
    '612\u00a0783',
    '\u200b612\u2013783',
    '６１２７８３',
    '612.783',
    '٦١٢٧٨٣',
    '۶۱۲ ۷۸۳',
  ])
    expect(verificationCode.parse(pasted)).toBe('612783');
  for (const wrong of ['', '61278', '6127834', '61278a', '612/783', '-'.repeat(60)])
    expect(ok(verificationCode, wrong)).toBe(false);
});

describe('a cart', () => {
  test('may hold whole products: only the ids are read, each once, and more than it keeps', () => {
    expect(forms.CartForm.parse({ cart: [3, '1', { id: 2, price: 0 }, 3] })).toEqual({ cart: [3, 1, 2] });
    const many = Array.from({ length: 150 }, (_, i) => i + 1);
    expect(forms.CartForm.parse({ cart: many }).cart).toEqual(many);
    expect(ok(forms.CartForm, { cart: Array.from({ length: 201 }, () => 1) })).toBe(false);
  });
  test('at checkout holds each track once', () => {
    const form = {
      cartItems: [1, 2],
      customer_info: { firstName: 'A', lastName: 'B', email: 'a@b.co', country: 'Taiwan' },
      total_amount: 1,
      userId: 1,
    };
    expect(ok(forms.PaypalCreateForm, form)).toBe(true);
    for (const cartItems of [[], [1, 1], [1, '1'], [1, { id: 1 }], Array.from({ length: 101 }, (_, i) => i + 1)])
      expect(ok(forms.PaypalCreateForm, { ...form, cartItems })).toBe(false);
    for (const total_amount of [-1, 'NaN', '1e2', [1], undefined])
      expect(ok(forms.PaypalCreateForm, { ...form, total_amount })).toBe(false);
  });
});

test('line breaks and NUL are refused where they could become headers', () => {
  for (const text of ['a\r\nBcc: x@y.z', 'a\nb', 'a\u0000b', 'a\u007fb', 'a\tb']) expect(ok(forms.line(60), text)).toBe(false);
  expect(ok(forms.paragraph(60), 'a\nb')).toBe(true);
  expect(ok(forms.paragraph(60), 'a\u0000b')).toBe(false);
});

test('an unknown field is refused by every form', () => {
  const objects = Object.entries(forms).filter(([name]) => /Form$|Fields$|Query$/.test(name)) as [string, z.ZodType][];
  expect(objects.length).toBeGreaterThan(15);
  for (const [name, schema] of objects) {
    const codes = schema.safeParse({ 'surely-unknown': 1 }).error?.issues.map((issue) => issue.code);
    expect([name, codes]).toEqual([name, expect.arrayContaining(['unrecognized_keys'])]);
  }
});

/** The milliseconds of processor time, which other work of the machine does not change. */
const timeOf = (work: () => void) => {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
};

test('no text keeps a schema busy: 100,000 hostile characters take less than 50 ms', () => {
  const n = 100_000;
  const hostile = [
    'a',
    '.',
    '@',
    'a@',
    'a.',
    '@a.',
    ' ',
    '\u0000',
    '0',
    '0.',
    '-',
    '/',
    ':',
    'https://',
    'a@b.',
    '\\',
    '%',
    'Aa1!',
    '٧',
    '🎵',
  ].map((part) => part.repeat(Math.ceil(n / part.length)));
  hostile.push(
    `a@${'b.'.repeat(n / 2)}`,
    `a@${'.b'.repeat(n / 2)}@`,
    `${'1'.repeat(n)}.`,
    `https://${'a.'.repeat(n / 2)}dropbox.com`,
    `x:${'a'.repeat(n)}`,
  );
  const schemas: Record<string, z.ZodType> = {
    email: forms.email,
    id: forms.id,
    dollars: forms.dollars,
    password: forms.password,
    socialLink: forms.socialLink,
    line: forms.line(60),
    paragraph: forms.paragraph(n * 10),
    link: forms.linkBelow(LINK_HOSTS.files, ['https'], 'no'),
    code: forms.CompleteRegistrationForm.shape.verificationCode,
    download: forms.ProductFields.shape.download_link,
    expiry: forms.CouponForm.shape.expiry_date,
    projects: forms.projectSelections,
  };
  for (const [name, schema] of Object.entries(schemas)) {
    for (const text of hostile) {
      const value = name === 'projects' ? { [text]: 'YES' } : text;
      // A slow schema is slow each time; a busy machine is not.
      const took = Math.min(...[1, 2, 3, 4, 5].map(() => timeOf(() => schema.safeParse(value))));
      if (took > 50) throw new Error(`${name} took ${Math.round(took)} ms over ${JSON.stringify(text.slice(0, 12))}…`);
    }
  }
});

describe('a tempo', () => {
  const { bpm: ofProduct } = forms.ProductFields.shape;
  const { bpm: ofSubmission } = forms.TrackSubmissionForm.shape;
  const { bpm: ofRequest } = forms.TrackOrderForm.shape;
  const everywhere = [ofProduct, ofSubmission, ofRequest];

  test.each([0, 0.1, 87.5, 124, 399.9, 400, '0', '124', '87.5', ' 400 '])('%j is taken in every form', (bpm) => {
    for (const form of everywhere) expect(form.parse(bpm)).toBe(Number(bpm));
  });

  test.each([-1, -0.1, 400.1, 401, 124.25, NaN, Infinity, '-1', '124.25', '1e2', '124,5', 'fast', true, [124]])(
    '%p is refused in every form, in the same words',
    (bpm) => {
      for (const form of everywhere)
        expect(form.safeParse(bpm).error?.issues[0]?.message).toBe(
          'BPM must be a number from 0 to 400, with at most one decimal',
        );
    },
  );

  test('only a product goes without', () => {
    expect(ofProduct.parse(null)).toBeNull();
    expect([ofSubmission, ofRequest].map((form) => form.safeParse(null).error?.issues[0]?.message)).toEqual([
      'Please fill in all required fields.',
      'Please enter the BPM as a number',
    ]);
  });
});
