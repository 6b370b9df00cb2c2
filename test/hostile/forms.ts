import { latin1, type HostileFile } from './samples';

/** Names that try to escape the folder or to pass for another type. */
export const HOSTILE_NAMES = [
  '../../../../etc/passwd',
  '..\\..\\..\\evil.exe',
  '/etc/cron.d/evil',
  'cover.png\0.php',
  '%2e%2e%2f%2e%2e%2fevil.png',
  '\u202egnp.exe',
  `${'a'.repeat(5000)}.png`,
  'é🎵'.repeat(120),
  '.htaccess',
  'con.png',
  '<img src=x onerror=alert(1)>.png',
  "a'); DROP TABLE products; --.png",
  '; rm -rf ~ #.png',
  '',
];

type HostileForm = { what: string; contentType: string; body: Buffer };

const BOUNDARY = 'the-boundary';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** Forms with malformed parts. `field` takes a file, `good` is an acceptable file. */
export function hostileForms(field: string, good: HostileFile): HostileForm[] {
  const part = (head: string, body: Buffer) => Buffer.concat([latin1(`--${BOUNDARY}\r\n${head}\r\n\r\n`), body, latin1('\r\n')]);
  const end = latin1(`--${BOUNDARY}--\r\n`);
  const head = `Content-Disposition: form-data; name="${field}"; filename="a.png"\r\nContent-Type: ${good.type}`;
  const whole = Buffer.concat([part(head, good.bytes), end]);
  const form = (what: string, body: Buffer, contentType = MULTIPART): HostileForm => ({ what, contentType, body });
  return [
    form('the same file twice', Buffer.concat([part(head, good.bytes), part(head, good.bytes), end])),
    form(
      'a file in a field that does not exist',
      Buffer.concat([part(head.replace(`"${field}"`, '"__proto__"'), good.bytes), end]),
    ),
    form('a part without a name', Buffer.concat([part('Content-Disposition: form-data; filename="a.png"', good.bytes), end])),
    form('a part without any header', Buffer.concat([part('', good.bytes), end])),
    form(
      'two names in one part',
      Buffer.concat([part(`${head}\r\nContent-Disposition: form-data; name="other"`, good.bytes), end]),
    ),
    form('a header of 100 kB', Buffer.concat([part(`${head}\r\nX: ${'x'.repeat(100_000)}`, good.bytes), end])),
    form('a name that breaks the line', Buffer.concat([part(head.replace('a.png', 'a\r\nSet-Cookie: x=1'), good.bytes), end])),
    form(
      'a thousand parts',
      Buffer.concat([
        ...Array.from({ length: 1000 }, (_, i) => part(`Content-Disposition: form-data; name="f${i}"`, latin1('x'))),
        end,
      ]),
    ),
    form(
      'the name of a field in 10 kB',
      Buffer.concat([part(`Content-Disposition: form-data; name="${'n'.repeat(10_000)}"`, latin1('x')), end]),
    ),
    form('no end', part(head, good.bytes)),
    form('cut off in the middle', whole.subarray(0, whole.length / 2)),
    form('another boundary than announced', whole, 'multipart/form-data; boundary=other'),
    form('no boundary', whole, 'multipart/form-data'),
    form('a boundary of 500 signs', whole, `multipart/form-data; boundary=${'b'.repeat(500)}`),
    form(
      'a form in a form',
      Buffer.concat([
        part(`Content-Disposition: form-data; name="${field}"\r\nContent-Type: multipart/mixed; boundary=inner`, whole),
        end,
      ]),
    ),
    form('not a form at all', whole, 'image/png'),
    form('nothing', Buffer.alloc(0)),
    form('lines that end in LF alone', latin1(whole.toString('latin1').replaceAll('\r\n', '\n'))),
  ];
}
