import { clientOf, deviceOf, placeOf } from './client';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0', 'Firefox on Linux'],
  ['', 'Unknown device'],
  [undefined, 'Unknown device'],
])('%s is %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));

test('the name of a client is short and in one line', () => {
  const device = deviceOf(`${'x'.repeat(300)}\u0007/1.0 ${'y'.repeat(100_000)}`);
  expect(device).toHaveLength(80);
  expect(device).not.toContain('\u0007');
});

test.each([
  ['192.0.2.17', '192.0.2.x'],
  ['2001:db8:1:2::', '2001:db8:1::'],
  ['2001:db8::17', '2001:db8::'],
  ['unknown', 'unknown'],
])('%s is shown as %s', (address, place) => expect(placeOf(address)).toBe(place));

test('a session has the device of its browser and the place of its address', () => {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0' };
  expect(clientOf({ headers }, { address: '192.0.2.17' })).toEqual({ device: 'Firefox on Linux', place: '192.0.2.x' });
});

test('a browser that is named only far into the text is not looked for', () => {
  expect(deviceOf(`${' '.repeat(500)}Firefox/121.0`)).toBe('Unknown device');
});
