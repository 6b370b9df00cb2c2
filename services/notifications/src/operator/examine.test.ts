import { readConfig } from '@shop/runtime';
import { Config } from '../config';
import { examine } from './examine';

/** Nothing listens on port 1. */
const env = {
  DATABASE_URL: 'postgres://shop:9f86d081884c7d65@127.0.0.1:1/shop',
  INTERNAL_JWT_PUBLIC_KEYS: 'pem',
  OPS_TOKEN: '9f86d081884c7d659a2f',
  PUBLIC_URL: 'https://shop.test',
  ADMIN_MAIL_TO: 'owner@shop.test',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Shop <shop@shop.test>',
  STORAGE_DIR: __dirname,
};
type Texts = Record<string, string[]>;
const refused = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
const examined = async (texts: Texts | string, over: Record<string, string> = {}) =>
  (
    await examine(readConfig(Config, { ...env, ...over }), (domain) =>
      typeof texts === 'string'
        ? refused(texts)
        : texts[domain]
          ? Promise.resolve(texts[domain].map((text) => [text]))
          : refused('ENODATA'),
    )
  ).filter((sentence) => /^(MAIL_FROM|ADMIN_MAIL_TO|SMTP_URL|MONGODB_URL|RECAPTCHA)/.test(sentence));

const SMTP =
  'SMTP_URL: the mail server 127.0.0.1:1 cannot be reached (ESOCKET). Mails wait three days for it, then they are given up.';

test.each(['user:secret@mail.test:587', 'mail.test:587', 'https://user:secret@mail.test'])(
  'the address %s is no mail server, and its password is not repeated',
  (SMTP_URL) => {
    const reading = () => readConfig(Config, { ...env, SMTP_URL });
    expect(reading).toThrow('The configuration is not usable:\n  SMTP_URL: Must begin with smtp:// or smtps://');
    expect(reading).not.toThrow('secret');
  },
);

test("the sender's domain publishes who sends for it", async () => {
  expect(await examined({ 'shop.test': ['other', 'v=spf1 mx -all'], '_dmarc.shop.test': ['v=DMARC1; p=none'] })).toEqual([SMTP]);
  expect(await examined({ 'shop.test': ['other'] })).toEqual([
    SMTP,
    expect.stringContaining('no SPF record'),
    expect.stringContaining('no DMARC record'),
  ]);
});

test('half a bot check is told', async () => {
  expect(await examined('ETIMEOUT', { RECAPTCHA_SECRET: 'x' })).toEqual([
    expect.stringMatching(/^RECAPTCHA_SITE_KEY is not set/),
    SMTP,
  ]);
});

test('name servers that do not answer prove nothing', async () => {
  expect(await examined('ETIMEOUT')).toEqual([SMTP]);
});

test('the addresses of the example are for a demonstration on this machine alone', async () => {
  const example = { MAIL_FROM: 'Ghostline <shop@ghostline.example>', ADMIN_MAIL_TO: 'admin@ghostline.example' };
  expect(await examined({}, example)).toEqual([
    SMTP,
    expect.stringMatching(/^MAIL_FROM is/),
    expect.stringMatching(/^ADMIN_MAIL_TO is/),
  ]);
  expect(await examined('ETIMEOUT', { ADMIN_MAIL_TO: example.ADMIN_MAIL_TO })).toEqual([
    SMTP,
    expect.stringMatching(/^ADMIN_MAIL_TO is/),
  ]);
  expect(await examined({}, { ...example, PUBLIC_URL: 'http://localhost:8080' })).toEqual([SMTP]);
});
