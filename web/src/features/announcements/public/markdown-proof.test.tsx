import { render } from '@testing-library/react';
import fc from 'fast-check';
import { markdownTricks } from '../../../../../test/text/markdown-tricks';
import { AnnouncementText } from './AnnouncementText';

const TRICKS = markdownTricks();

/** The elements that markdown may become, with their allowed attributes. */
const ALLOWED: Record<string, string[]> = {
  DIV: ['class'],
  P: [],
  'BARE-TEXT': [],
  A: ['href', 'title', 'target', 'rel'],
  IMG: ['src', 'alt', 'title'],
  EM: [],
  STRONG: [],
  CODE: ['class'],
  PRE: [],
  BLOCKQUOTE: [],
  UL: [],
  OL: ['start'],
  LI: [],
  H3: [],
  H4: [],
  H5: [],
  H6: [],
  HR: [],
  BR: [],
};
const SCHEMES = ['http:', 'https:', 'irc:', 'ircs:', 'mailto:', 'xmpp:'];

/** The dangerous elements, attributes and addresses on the page, in words; empty when there are none. */
function live(markdown: string): string[] {
  const { container, unmount } = render(<AnnouncementText content={markdown} />);
  const faults = [...container.querySelectorAll('*')].flatMap((element) => [
    ...elementFaults(element),
    ...addressFaults(element),
  ]);
  unmount();
  return faults;
}

function* elementFaults(element: Element) {
  const allowed = Object.hasOwn(ALLOWED, element.tagName) ? ALLOWED[element.tagName]! : null;
  if (!allowed || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') yield `an element ${element.tagName}`;
  for (const { name } of element.attributes) if (!allowed?.includes(name)) yield `an attribute ${element.tagName} ${name}`;
  if (element.tagName !== 'A') return;
  if (element.getAttribute('target') !== '_blank') yield 'a link in the same tab';
  if (!element.getAttribute('rel')?.split(' ').includes('noopener')) yield 'a link that gives its opener away';
}

/** Resolves addresses as a browser does: a relative address has the scheme of the page. */
function* addressFaults(element: Element) {
  for (const name of ['href', 'src']) {
    const address = element.getAttribute(name);
    if (!address) continue;
    const { protocol } = new URL(address, 'https://shop.example/shop');
    if (!SCHEMES.includes(protocol)) yield `an address ${protocol} in ${address.slice(0, 80)}`;
  }
}

test('the check finds dangerous elements and addresses', () => {
  document.body.innerHTML = `<svg></svg><p onclick="x()"></p><a href="java\tscript:x">a</a><img src="data:image/png;base64,">`;
  const faults = [...document.body.querySelectorAll('*')].flatMap((node) => [...elementFaults(node), ...addressFaults(node)]);
  expect(faults).toEqual([
    'an element svg',
    'an attribute P onclick',
    'a link in the same tab',
    'a link that gives its opener away',
    'an address javascript: in java\tscript:x',
    'an address data: in data:image/png;base64,',
  ]);
  document.body.innerHTML = '';
});

describe('no trick works in the popup', () => {
  test.each([...new Set(TRICKS.map(({ family }) => family))])('%s', (family) => {
    const tricks = TRICKS.filter((trick) => trick.family === family).map(({ markdown }) => markdown);
    expect(tricks.map((markdown) => [markdown, live(markdown)]).filter(([, found]) => found!.length > 0)).toEqual([]);
  });
});

test('harmless markdown stays: links, pictures, lists and code', () => {
  const { container } = render(
    <AnnouncementText
      content={
        '# New\n\n[shop](/shop "all") [out](https://a.example/b?c=d#e) ![x](/media/a.webp)\n\n1. a\n2. **b** `c`\n\n> - * d\n\n---'
      }
    />,
  );
  expect(container.innerHTML.replaceAll('\n', '')).toBe(
    '<div class="text"><h3>New</h3>' +
      '<p><a href="/shop" title="all" target="_blank" rel="noopener noreferrer">shop</a> ' +
      '<a href="https://a.example/b?c=d#e" target="_blank" rel="noopener noreferrer">out</a> <img alt="x" src="/media/a.webp"></p>' +
      '<ol><li>a</li><li><strong>b</strong> <code>c</code></li></ol>' +
      '<blockquote><ul><li><ul><li>d</li></ul></li></ul></blockquote><hr></div>',
  );
});

test.each([
  ['> '.repeat(40) + 'deep', 12],
  ['- '.repeat(40) + 'deep', 12],
  ['1. '.repeat(40) + 'deep', 12],
  ['> - 1) '.repeat(20) + 'deep', 12],
  ['> '.repeat(12) + 'twelve', 12],
])('nesting ends at twelve levels, and the text is still there: %#', (markdown, levels) => {
  const { container } = render(<AnnouncementText content={markdown} />);
  expect(container.querySelectorAll('blockquote, ul, ol')).toHaveLength(levels);
  expect(container).toHaveTextContent(/deep$|twelve$/);
});

test('random signs are not dangerous either', () => {
  const pieces = [
    ...[
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '*',
      '_',
      '`',
      '~',
      '#',
      '\\',
      '&',
      ';',
      ':',
      '"',
      "'",
      '|',
      '-',
      '+',
      '1.',
      '=',
      '/',
      '%',
    ],
    ...[' ', '\n', '\n\n', '\t', '    ', '\0', '\u200b', '\u202e', '\ud83d'],
    ...[
      'javascript',
      'data:text/html,',
      'vbscript:',
      '&colon;',
      '&#x6a;',
      '%3a',
      '//tracker.invalid',
      'https://',
      'mailto:',
      '[a]: ',
    ],
    ...['<script>', '</script>', '<img src=x onerror=x()>', '<a href=', '<svg onload=x()>', '<!--', 'x', 'word'],
  ];
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3, unit: 'binary' })), { maxLength: 40 });
  fc.assert(
    fc.property(text, (parts) => expect(live(parts.join(''))).toEqual([])),
    { numRuns: 400 },
  );
});
