import { mayWrite } from './same-origin';

const browser = 'Mozilla/5.0 (X11; Linux x86_64)';
const cookie = 'sid=x';
const host = 'shop.example';
test.each<[string, string, Record<string, string>, boolean]>([
  ['a read from anywhere', 'GET', { cookie, 'sec-fetch-site': 'cross-site' }, true],
  ['a HEAD from anywhere', 'HEAD', { cookie, 'sec-fetch-site': 'cross-site' }, true],
  ['the question what is allowed', 'OPTIONS', { cookie, origin: 'https://evil.example' }, true],
  ['a write without cookie of another site', 'POST', { 'sec-fetch-site': 'cross-site' }, false],
  ['a write without cookie of our own page', 'POST', { 'sec-fetch-site': 'same-origin' }, true],
  ['a mail program that unsubscribes with one click', 'POST', {}, true],
  ['a write with a header no form can send', 'POST', { cookie, authorization: 'Bearer x', 'sec-fetch-site': 'cross-site' }, true],
  ['a write of our own page', 'POST', { cookie, 'sec-fetch-site': 'same-origin' }, true],
  ['of another site', 'POST', { cookie, 'sec-fetch-site': 'cross-site' }, false],
  ['of a neighbour below the same domain', 'POST', { cookie, 'sec-fetch-site': 'same-site' }, false],
  ['typed or from a bookmark', 'POST', { cookie, 'sec-fetch-site': 'none' }, false],
  [
    'of another site that claims our origin',
    'POST',
    { cookie, host, 'sec-fetch-site': 'cross-site', origin: `https://${host}` },
    false,
  ],
  ['an older browser on our page', 'PUT', { cookie, host, origin: `https://${host}` }, true],
  ['an older browser on our page with a port', 'PUT', { cookie, host: 'localhost:8080', origin: 'http://localhost:8080' }, true],
  ['an older browser on another page', 'DELETE', { cookie, host, origin: 'https://evil.example' }, false],
  ['another port of the same host', 'DELETE', { cookie, host: 'localhost:8080', origin: 'http://localhost:9090' }, false],
  ['a page without an origin', 'POST', { cookie, host, origin: 'null' }, false],
  ['an origin that is none', 'POST', { cookie, host, origin: 'x y' }, false],
  ['a host that only begins alike', 'POST', { cookie, host, origin: `https://${host}.evil.example` }, false],
  ['a browser that says nothing of where from', 'POST', { cookie, 'user-agent': browser }, false],
  ['a program that keeps cookies', 'POST', { cookie, 'user-agent': 'curl/8.0' }, true],
  ['a program without a name', 'PATCH', { cookie }, true],
])('%s', (_what, method, headers, may) => {
  expect(mayWrite({ method, headers })).toBe(may);
});
