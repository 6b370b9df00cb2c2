import { button, note, text, type Block } from './blocks';
import { renderMail } from './render';

const site = { name: 'Ghostline', url: 'https://shop.example', timeZone: 'Europe/Moscow' };
const blocks: Block[] = [
  text('Hello <b>Eve</b> & "friends"'),
  { kind: 'code', code: '123456' },
  button('Open', 'https://shop.example/a?b=1&c="2"'),
  { kind: 'rows', rows: [{ label: 'Total', value: '$314.00', strong: true }] },
  { kind: 'links', title: 'Downloads', links: [{ label: 'Night Cargo', note: 'Techno', url: 'https://shop.example/d' }] },
  note('Bye'),
];

test('typed words are text in a mail, never markup', () => {
  const { html } = renderMail('A <script>title</script>', blocks, site);
  expect(html).not.toContain('<b>Eve</b>');
  expect(html).not.toContain('<script>');
  expect(html).toContain('Hello &lt;b&gt;Eve&lt;/b&gt; &amp; &quot;friends&quot;');
  expect(html).toContain('href="https://shop.example/a?b=1&amp;c=&quot;2&quot;"');
});

test('an amount stays in one line, what is longer may break anywhere: mails are read on phones', () => {
  const rowWith = (value: string) => renderMail('Hi', [{ kind: 'rows', rows: [{ label: 'E-mail', value }] }], site).html;
  expect(rowWith('$1,314.00')).toContain('white-space:nowrap');
  const long = rowWith(`${'a'.repeat(40)}@example.com`);
  expect(long).not.toContain('white-space:nowrap');
  expect(long).toContain('word-break:break-word');
});

test('the text version says all that the HTML says', () => {
  const { text: plain } = renderMail('Your order', blocks, site);
  for (const part of [
    'YOUR ORDER',
    '123456',
    'Open:\nhttps://shop.example/a',
    'Total: $314.00',
    'Night Cargo (Techno)\nhttps://shop.example/d',
    'Bye',
    'https://shop.example',
  ])
    expect(plain).toContain(part);
});
