import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encode, pickEncoding } from './encodings';

test.each<[string | undefined, string]>([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=1.0, gzip;q=0.8', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', 'identity'],
  ['br;q=0.001', 'br'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['identity', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
  ['brx, xgzip, gzipped', 'identity'],
  ['x-br', 'identity'],
])('%s gets %s', (accepted, wanted) => {
  expect(pickEncoding(accepted)).toBe(wanted);
});

test('each encoding is the same text', async () => {
  const text = Buffer.from('so it is, '.repeat(1000));
  const { identity, gzip, br } = await encode(text);
  expect(identity).toBe(text);
  expect(gunzipSync(gzip).equals(text)).toBe(true);
  expect(brotliDecompressSync(br).equals(text)).toBe(true);
});
