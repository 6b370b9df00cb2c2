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

type HostileForm = {
  what: string;
  contentType: string;
  body: Buffer;
  /** The statuses that are right. */
  right: number[];
};

const BOUNDARY = 'the-boundary';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

const REFUSED = [400];
/** What is strange about the form changes nothing. */
const HARMLESS = [200, 201];

const partWith = (head: string, body: Buffer) =>
  Buffer.concat([latin1(`--${BOUNDARY}\r\n${head}\r\n\r\n`), body, latin1('\r\n')]);

/**
 * Forms that are good but for one thing. `field` takes a file, `good` is an acceptable file, and `rest` holds the other fields that
 * the call needs.
 */
export async function hostileForms(field: string, good: HostileFile, rest: FormData): Promise<HostileForm[]> {
  const otherParts = await Promise.all([...rest].map(([name, value]) => partOf(name, value)));
  const end = latin1(`--${BOUNDARY}--\r\n`);
  const head = `Content-Disposition: form-data; name="${field}"; filename="a.png"\r\nContent-Type: ${good.type}`;
  const goodPart = partWith(head, good.bytes);
  const whole = Buffer.concat([...otherParts, goodPart, end]);
  const form = (label: string, body: Buffer, right: number[], contentType = MULTIPART): HostileForm => ({
    what: label,
    contentType,
    body,
    right,
  });
  /** The good form with another part for the good file. */
  const changed = (label: string, part: Buffer, right: number[]) => form(label, Buffer.concat([...otherParts, part, end]), right);
  /** The good form with more parts behind the good file. */
  const longer = (label: string, part: Buffer, right: number[]) => changed(label, Buffer.concat([goodPart, part]), right);
  return [
    longer('the same file twice', goodPart, REFUSED),
    longer('a file in a field that does not exist', partWith(head.replace(`"${field}"`, '"__proto__"'), good.bytes), REFUSED),
    longer('a part without a name', partWith('Content-Disposition: form-data; filename="a.png"', good.bytes), REFUSED),
    longer('a part without any header', partWith('', good.bytes), REFUSED),
    changed('two names in one part', partWith(`${head}\r\nContent-Disposition: form-data; name="other"`, good.bytes), HARMLESS),
    changed('a header of 100 kB', partWith(`${head}\r\nX: ${'x'.repeat(100_000)}`, good.bytes), REFUSED),
    longer('a name that breaks the line', partWith(head.replace('a.png', 'a\r\nSet-Cookie: x=1'), good.bytes), HARMLESS),
    longer(
      'a thousand parts',
      Buffer.concat(
        Array.from({ length: 1000 }, (_, i) => partWith(`Content-Disposition: form-data; name="f${i}"`, latin1('x'))),
      ),
      REFUSED,
    ),
    longer(
      'the name of a field in 10 kB',
      partWith(`Content-Disposition: form-data; name="${'n'.repeat(10_000)}"`, latin1('x')),
      REFUSED,
    ),
    form('no end', whole.subarray(0, -end.length), REFUSED),
    form('cut off in the middle', whole.subarray(0, whole.length / 2), REFUSED),
    form('another boundary than announced', whole, REFUSED, 'multipart/form-data; boundary=other'),
    form('no boundary', whole, REFUSED, 'multipart/form-data'),
    form('a boundary of 500 signs', whole, REFUSED, `multipart/form-data; boundary=${'b'.repeat(500)}`),
    changed(
      'a form in a form',
      partWith(
        `Content-Disposition: form-data; name="${field}"\r\nContent-Type: multipart/mixed; boundary=inner`,
        latin1(whole.toString('latin1').replaceAll(BOUNDARY, 'inner')),
      ),
      REFUSED,
    ),
    form('not a form at all', whole, [415], 'image/png'),
    form('nothing', Buffer.alloc(0), REFUSED),
    form('lines that end in LF alone', latin1(whole.toString('latin1').replaceAll('\r\n', '\n')), REFUSED),
  ];
}

async function partOf(name: string, value: File | string): Promise<Buffer> {
  const head = `Content-Disposition: form-data; name="${name}"`;
  if (typeof value === 'string') return partWith(head, Buffer.from(value));
  return partWith(`${head}; filename="${value.name}"\r\nContent-Type: ${value.type}`, Buffer.from(await value.arrayBuffer()));
}
