import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sign, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { key, leaf, otherName, root, selfSigned, strangeRoot } from '../testing/certificates';
import { isCertificateAddress, trustedKey } from './paypal-certificate';
import { createSignatureCheck } from './webhook-signature';

const PAYPAL = 'https://api-m.paypal.com';
const SANDBOX = 'https://api-m.sandbox.paypal.com';
const CERT = '/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270';

describe('a certificate lies', () => {
  test.each([
    ['https://api.paypal.com', PAYPAL],
    ['https://api-m.paypal.com', PAYPAL],
    ['https://api.sandbox.paypal.com', SANDBOX],
    ['https://api-m.sandbox.paypal.com', SANDBOX],
  ])('at PayPal: %s', (origin, apiUrl) => expect(isCertificateAddress(origin + CERT, apiUrl)).toBe(true));

  test('at the sandbox for the sandbox alone, and the other way round', () => {
    expect(isCertificateAddress(`https://api.sandbox.paypal.com${CERT}`, PAYPAL)).toBe(false);
    expect(isCertificateAddress(`https://api.paypal.com${CERT}`, SANDBOX)).toBe(false);
  });

  test.each([
    `http://api.paypal.com${CERT}`,
    `https://evil.example${CERT}`,
    `https://paypal.com.evil.example${CERT}`,
    `https://evilpaypal.com${CERT}`,
    `https://api.paypal.com@evil.example${CERT}`,
    `https://user:pass@api.paypal.com${CERT}`,
    `https://api.paypal.com:8443${CERT}`,
    'https://api.paypal.com/v1/notifications/certs/../../oauth2/token',
    'https://www.paypal.com/somebodys-upload.pem',
    `https://www.paypal.com${CERT}`,
    'https://api.paypal.com/v1/notifications/certs/SOMETHING-ELSE',
    `https://API.paypal.com${CERT}`,
    `https://api.paypal.com:443${CERT}`,
    `https://api.paypal.com${CERT}?x=1`,
    `https://api.paypal.com${CERT}#x`,
    `http://127.0.0.1:8090${CERT}`,
    'file:///etc/passwd',
    'CERT',
    '',
  ])('nowhere else: %s', (address) => expect(isCertificateAddress(address, PAYPAL)).toBe(false));

  test('at the simulator only where that was configured as PayPal, and on its very origin', () => {
    const simulator = 'http://127.0.0.1:8090';
    expect(isCertificateAddress(`${simulator}${CERT}`, simulator)).toBe(true);
    expect(isCertificateAddress(`http://127.0.0.1:8091${CERT}`, simulator)).toBe(false);
    expect(isCertificateAddress(`http://localhost:8090${CERT}`, simulator)).toBe(false);
  });
});

describe('a certificate is trusted', () => {
  test('by the authority beside it where that is configured, else by an authority everybody knows', () => {
    expect(trustedKey(leaf + root, true)).not.toBeNull();
    expect(trustedKey(leaf + root, false)).toBeNull();
    expect(trustedKey(leaf, true)).toBeNull();
  });

  test('alone when its connection vouches for it, but never when it vouches for itself', () => {
    expect(trustedKey(leaf, false)).not.toBeNull();
    for (const selfRooted of [true, false]) {
      expect(trustedKey(selfSigned, selfRooted)).toBeNull();
      expect(trustedKey(selfSigned + root, selfRooted)).toBeNull();
    }
  });

  test('not under another name, nor by an authority that has not signed it, nor out of its time', () => {
    expect(trustedKey(otherName + root, true)).toBeNull();
    expect(trustedKey(leaf + strangeRoot, true)).toBeNull();
    expect(trustedKey(leaf + strangeRoot, false)).toBeNull();
    expect(trustedKey(leaf + root, true, Date.parse('2020-01-01'))).toBeNull();
    expect(trustedKey(leaf + root, true, Date.parse('2300-01-01'))).toBeNull();
    expect(trustedKey(root + leaf, true)).toBeNull();
  });

  test.each(['', 'no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])('not when it is %j', (pem) =>
    expect(trustedKey(pem, true)).toBeNull(),
  );
});

/** The address that PayPal sends from. */
const PAYPALS = '203.0.113.1';

describe('a signature', () => {
  let server: Server;
  let answer: (res: ServerResponse) => void;
  let requestedPaths: string[];
  let origin: string;
  let check: ReturnType<typeof createSignatureCheck>;
  const RAW = '{"id":"WH-1","amount":"313.95","note":"\u00e9\ud83d\ude00"}';

  beforeEach(async () => {
    requestedPaths = [];
    answer = (res) => void res.end(leaf + root);
    server = createServer((req, res) => {
      requestedPaths.push(req.url!);
      answer(res);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    check = waitingFor(60_000);
  });
  const waitingFor = (PAYPAL_TIMEOUT_MS: number) =>
    createSignatureCheck({ PAYPAL_WEBHOOK_ID: 'WH-OURS', PAYPAL_API_URL: origin, PAYPAL_TIMEOUT_MS });
  afterEach(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );

  const signed = (changes: Record<string, string | undefined> = {}, { raw = RAW, webhookId = 'WH-OURS', hoursAgo = 0 } = {}) => {
    const time = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    const headers = {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${origin}${CERT}`,
      'paypal-transmission-id': 'T-1',
      'paypal-transmission-time': time,
      'paypal-transmission-sig': sign('sha256', Buffer.from(`T-1|${time}|${webhookId}|${crc32(raw)}`), key).toString('base64'),
      ...changes,
    };
    return { headers, rawBody: RAW };
  };

  test('fits what was sent; its certificate is fetched once, also for many at once', async () => {
    expect(check.asksNobody(signed())).toBe(false);
    expect(await Promise.all(Array.from({ length: 10 }, () => check.check(signed(), PAYPALS)))).toEqual(Array(10).fill('fits'));
    expect(check.asksNobody(signed())).toBe(true);
    expect(await check.check(signed({}, { hoursAgo: 71 }), PAYPALS)).toBe('fits');
    expect(requestedPaths).toEqual([CERT]);
  });

  test('is forged for another body, transmission, time, webhook, and when it is none', async () => {
    for (const webhook of [
      signed({}, { raw: RAW.replace('313.95', '0.01') }),
      signed({ 'paypal-transmission-id': 'T-2' }),
      signed({ 'paypal-transmission-time': new Date(Date.now() - 1000).toISOString() }),
      signed({}, { webhookId: 'WH-OTHER' }),
      signed({ 'paypal-transmission-sig': 'bm90IGEgc2lnbmF0dXJl' }),
      { ...signed(), rawBody: `${RAW} ` },
    ])
      expect(await check.check(webhook, PAYPALS)).toBe('forged');
  });

  test('is forged without asking anybody when it is stale, of tomorrow, headless, of another kind or from another host', async () => {
    for (const webhook of [
      signed({}, { hoursAgo: 4 * 24 + 1 }),
      signed({}, { hoursAgo: -1 }),
      signed({ 'paypal-transmission-time': 'yesterday' }),
      signed({ 'paypal-auth-algo': 'SHA1withRSA' }),
      signed({ 'paypal-transmission-sig': undefined }),
      signed({ 'paypal-transmission-id': '' }),
      signed({ 'paypal-transmission-id': 'T'.repeat(2001) }),
      signed({ 'paypal-cert-url': `https://evil.example${CERT}` }),
    ]) {
      expect(check.asksNobody(webhook)).toBe(true);
      expect(await check.check(webhook, PAYPALS)).toBe('forged');
    }
    expect(requestedPaths).toEqual([]);
  });

  const at = (moment: number) => jest.spyOn(Date, 'now').mockReturnValue(moment);
  afterEach(() => jest.restoreAllMocks());

  test('may be four days old and ten minutes ahead, and its headers have 2,000 signs', () => {
    const now = Date.now();
    at(now);
    const dated = (moment: number) => check.asksNobody(signed({ 'paypal-transmission-time': new Date(moment).toISOString() }));
    const [oldest, newest] = [now - 4 * 24 * 3_600_000, now + 10 * 60_000];
    expect([oldest - 1, oldest, newest, newest + 1].map(dated)).toEqual([true, false, false, true]);
    expect(check.asksNobody(signed({ 'paypal-transmission-id': 'T'.repeat(2000) }))).toBe(false);
  });

  test('is checked with a certificate until that ends, and then with a new one or none', async () => {
    expect(await check.check(signed(), PAYPALS)).toBe('fits');
    const end = Date.parse(new X509Certificate(leaf).validTo);
    at(end - 1);
    expect(check.asksNobody(signed())).toBe(true);
    at(end);
    expect(check.asksNobody(signed())).toBe(false);
    at(Date.parse('2200-01-01'));
    expect(await check.check(signed(), PAYPALS)).toBe('forged');
    expect(requestedPaths).toEqual([CERT, CERT]);
  });

  test('whose certificate was refused is looked at again after ten minutes', async () => {
    answer = (res) => void res.end(selfSigned);
    const now = Date.now();
    at(now);
    expect(await check.check(signed(), PAYPALS)).toBe('forged');
    answer = (res) => void res.end(leaf + root);
    at(now + 10 * 60_000 - 1);
    expect([check.asksNobody(signed()), await check.check(signed(), PAYPALS)]).toEqual([true, 'forged']);
    at(now + 10 * 60_000);
    expect([check.asksNobody(signed()), await check.check(signed(), PAYPALS)]).toEqual([false, 'fits']);
    expect(requestedPaths).toEqual([CERT, CERT]);
  });

  test("is forged with a certificate that is not PayPal's, which is not fetched again", async () => {
    answer = (res) => void res.end(selfSigned);
    expect([await check.check(signed(), PAYPALS), await check.check(signed(), PAYPALS)]).toEqual(['forged', 'forged']);
    answer = (res) => void res.writeHead(404).end();
    const missing = signed({ 'paypal-cert-url': `${origin}/v1/notifications/certs/CERT-404` });
    expect([await check.check(missing, PAYPALS), await check.check(missing, PAYPALS)]).toEqual(['forged', 'forged']);
    expect(await check.check(signed(), PAYPALS)).toBe('forged');
    expect(requestedPaths).toHaveLength(2);
  });

  test('is for later while the certificate cannot be had: away, silent, or led elsewhere', async () => {
    check = waitingFor(1000);
    for (const fault of [
      (res: ServerResponse) => void res.writeHead(500).end(),
      (res: ServerResponse) => void res.writeHead(429).end(),
      (res: ServerResponse) => void res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      () => {},
      (res: ServerResponse) => void res.destroy(),
    ]) {
      answer = fault;
      expect(await check.check(signed(), PAYPALS)).toBe('unknown');
    }
    answer = (res) => void res.end(leaf + root);
    expect(await check.check(signed(), PAYPALS)).toBe('fits');
  });

  const named = (nth: number) => signed({ 'paypal-cert-url': `${origin}/v1/notifications/certs/CERT-${nth}` });
  const serveOnly = (path: string) => {
    answer = (res) => void (requestedPaths.at(-1) === path ? res.end(leaf + root) : res.writeHead(404).end());
  };

  test('asks for three certificates of one sender that nobody has proven, however many they name', async () => {
    serveOnly(CERT);
    const now = Date.now();
    at(now);
    const verdicts: string[] = [];
    for (let nth = 0; nth < 25; nth += 1) verdicts.push(await check.check(named(nth), '198.51.100.1'));
    expect(requestedPaths).toHaveLength(3);
    expect(verdicts.at(-1)).toBe('unknown');
    expect(await check.check(signed(), PAYPALS)).toBe('fits');
    at(now + 10 * 60_000);
    for (let nth = 25; nth < 30; nth += 1) await check.check(named(nth), '198.51.100.1');
    expect(requestedPaths).toHaveLength(7);
  });

  test('asks again for a certificate that could not be had, also for a sender that may name no other', async () => {
    answer = (res) => void res.writeHead(503).end();
    for (let nth = 0; nth < 4; nth += 1) expect(await check.check(named(nth), '198.51.100.1')).toBe('unknown');
    expect(requestedPaths).toHaveLength(3);
    answer = (res) => void res.end(leaf + root);
    expect(await check.check(named(2), '198.51.100.1')).toBe('fits');
    expect(await check.check(named(3), '198.51.100.1')).toBe('fits');
  });

  test('asks for sixty of strangers, besides those of senders that were genuine', async () => {
    serveOnly(CERT);
    expect(await check.check(signed(), PAYPALS)).toBe('fits');
    for (let nth = 0; nth < 3; nth += 1) await check.check(named(nth), PAYPALS);
    for (let nth = 3; nth < 70; nth += 1) await check.check(named(nth), `198.51.100.${nth}`);
    expect(requestedPaths).toHaveLength(1 + 3 + 60);
  });

  test('of a sender that was genuine is checked with a new certificate, however many strangers name others', async () => {
    serveOnly(CERT);
    expect(await check.check(signed(), PAYPALS)).toBe('fits');
    for (let nth = 0; nth < 100; nth += 1) await check.check(named(nth), `198.51.100.${nth}`);
    expect(requestedPaths).toHaveLength(61);
    expect(await check.check(signed(), '203.0.113.9')).toBe('fits');
    const next = '/v1/notifications/certs/CERT-360caa42-fca2a594-2b04c381';
    serveOnly(next);
    expect(await check.check(signed({ 'paypal-cert-url': origin + next }), PAYPALS)).toBe('fits');
  });
});
