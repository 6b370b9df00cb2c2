/**
 * Texts that somebody could write into an announcement to show every visitor a script, a foreign address or a stuck page, generated
 * from families. Jsdom and a real browser get the same texts.
 */
type Trick = { family: string; markdown: string };

/** A script would run this; a page in which it is set has failed. */
const CODE = 'window.hacked=1';
/** No request may ever go to this host. */
const FOREIGN = 'tracker.invalid';

const entity = (text: string, form: (code: number) => string) => [...text].map((sign) => form(sign.codePointAt(0)!)).join('');
const hex = (code: number) => code.toString(16);

/** A forbidden scheme in every spelling that has deceived some parser. */
function spellings(scheme: string): string[] {
  const [first, rest] = [scheme[0]!, scheme.slice(1)];
  const middle = Math.ceil(scheme.length / 2);
  const split = (between: string) => scheme.slice(0, middle) + between + scheme.slice(middle);
  return [
    scheme,
    scheme.toUpperCase(),
    [...scheme].map((sign, at) => (at % 2 ? sign.toUpperCase() : sign)).join(''),
    entity(scheme, (code) => `&#${code};`),
    entity(scheme, (code) => `&#x${hex(code)};`),
    entity(first, (code) => `&#0000${code};`) + rest,
    entity(first, (code) => `&#X${hex(code).toUpperCase()};`) + rest,
    entity(first, (code) => `&amp;#${code};`) + rest,
    entity(first, (code) => `%${hex(code)}`) + rest,
    entity(first, (code) => `%25${hex(code)}`) + rest,
    entity(scheme, (code) => `%${hex(code)}`),
    split('\t'),
    split('&Tab;'),
    split('&NewLine;'),
    split('&#9;'),
    split('&#10;'),
    split('&#13;'),
    split('&#x0;'),
    split('%00'),
    split('%09'),
    split('%0a'),
    split('\\'),
    split('\u200b'),
    split('\u00ad'),
    split('\u202e'),
    split('\ufeff'),
    `&#1;${scheme}`,
    `&#32;${scheme}`,
    `&nbsp;${scheme}`,
    `\u0001${scheme}`,
    `\u2028${scheme}`,
    `\ufeff${scheme}`,
    `./\\..\\${scheme}`,
    scheme.replace(/[a-z]/, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0)),
    scheme.replace('s', '\u017f').replace('a', '\u0430'),
  ];
}

const COLONS = [':', '&colon;', '&#58;', '&#x3a;', '\uff1a', '%3a', '\\:'];
const HARM: Record<string, string> = {
  javascript: CODE,
  vbscript: 'msgbox(1)',
  data: `text/html,<script>${CODE}</script>`,
  file: '///etc/passwd',
  blob: 'https://shop.example/1',
  feed: 'javascript:1',
  'view-source': 'javascript:1',
  jar: `https://${FOREIGN}/a!/b.html`,
  intent: '//scan/#Intent;end',
  'ms-its': 'mhtml:a',
  about: 'blank',
  filesystem: 'https://shop.example/temporary/a.html',
  livescript: CODE,
  mocha: CODE,
};

/** Every way to write an address in CommonMark. */
const WAYS: Record<string, (address: string) => string> = {
  link: (address) => `[click](${address})`,
  'link in brackets': (address) => `[click](<${address}>)`,
  image: (address) => `![picture](${address})`,
  'image in a link': (address) => `[![picture](${address})](${address})`,
  autolink: (address) => `<${address}>`,
  reference: (address) => `[click][there]\n\n[there]: ${address}`,
  'image reference': (address) => `![picture][there]\n\n[there]: <${address}>`,
  shortcut: (address) => `[there]\n\n[there]: ${address} "title"`,
};

const schemes = (): Trick[] => [
  ...Object.entries(HARM).flatMap(([scheme, harm]) =>
    Object.entries(WAYS).map(([way, write]) => ({ family: `scheme: ${way}`, markdown: write(`${scheme}:${harm}`) })),
  ),
  ...['javascript', 'vbscript', 'data'].flatMap((scheme) =>
    spellings(scheme).flatMap((spelt) => [
      { family: 'spelling: link', markdown: WAYS.link!(`${spelt}:${HARM[scheme]}`) },
      { family: 'spelling: in brackets', markdown: WAYS['link in brackets']!(`${spelt}:${HARM[scheme]}`) },
      { family: 'spelling: image', markdown: WAYS['image in a link']!(`<${spelt}:${HARM[scheme]}>`) },
      { family: 'spelling: reference', markdown: WAYS.reference!(`<${spelt}:${HARM[scheme]}>`) },
    ]),
  ),
  ...COLONS.map((colon) => ({ family: 'colon', markdown: `[click](javascript${colon}${CODE})` })),
];

const foreign = (): Trick[] =>
  [
    `//${FOREIGN}/a.png`,
    `///${FOREIGN}/a.png`,
    `\\\\${FOREIGN}\\a.png`,
    `/\\${FOREIGN}/a.png`,
    `/\t/${FOREIGN}/a.png`,
    `https:${FOREIGN}/a.png`,
    `https:\\\\${FOREIGN}\\a.png`,
    `https://shop.example@${FOREIGN}/a.png`,
    `https://${FOREIGN}/a.png#"onerror="${CODE}`,
    `https://${FOREIGN}/%22onload=%22${CODE}`,
    `http://${FOREIGN}:80/a.svg`,
    `mailto:a@${FOREIGN}?subject=<script>${CODE}</script>`,
    `xmpp:a@${FOREIGN}`,
    `irc://${FOREIGN}/room`,
  ].flatMap((address) => Object.entries(WAYS).map(([way, write]) => ({ family: `foreign: ${way}`, markdown: write(address) })));

const ELEMENTS = [
  `<script>${CODE}</script>`,
  `<ScRiPt src="//${FOREIGN}/a.js"></sCrIpT>`,
  `<script\n>${CODE}</script\n>`,
  `<script/x>${CODE}</script>`,
  `<<script>${CODE}//<</script>`,
  `<scr<script>ipt>${CODE}</script>`,
  `<img src=x onerror=${CODE}>`,
  `<img src="x" onerror="${CODE}"/>`,
  `<img/src/onerror=${CODE}>`,
  `<img src='//${FOREIGN}/a.png'>`,
  `<image src=x onerror=${CODE}>`,
  `<svg onload=${CODE}>`,
  `<svg><script>${CODE}</script></svg>`,
  `<svg><a xlink:href="javascript:${CODE}"><text y="9">click</text></a></svg>`,
  `<svg><animate onbegin=${CODE} attributeName=x dur=1s>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.${CODE}</script>"></iframe></foreignObject></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x'></svg>#x"/></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${CODE}></style></mglyph></table></mtext></math>`,
  `<math href="javascript:${CODE}">click</math>`,
  `<iframe src="javascript:parent.${CODE}"></iframe>`,
  `<iframe srcdoc="<script>parent.${CODE}</script>"></iframe>`,
  `<iframe src="https://${FOREIGN}/"></iframe>`,
  `<object data="javascript:${CODE}"></object>`,
  `<embed src="javascript:${CODE}">`,
  `<applet code="A.class"></applet>`,
  `<base href="https://${FOREIGN}/">`,
  `<link rel="stylesheet" href="https://${FOREIGN}/a.css">`,
  `<link rel="prefetch" href="https://${FOREIGN}/">`,
  `<meta http-equiv="refresh" content="0;url=https://${FOREIGN}/">`,
  `<style>@import url(https://${FOREIGN}/a.css);</style>`,
  `<style>body{display:none}</style>`,
  `<form action="https://${FOREIGN}/"><button>click</button></form>`,
  `<button formaction="javascript:${CODE}">click</button>`,
  `<input autofocus onfocus=${CODE}>`,
  `<select autofocus onfocus=${CODE}></select>`,
  `<textarea autofocus onfocus=${CODE}></textarea>`,
  `<isindex type=image src=1 onerror=${CODE}>`,
  `<details open ontoggle=${CODE}><summary>click</summary></details>`,
  `<video src=x onerror=${CODE}></video>`,
  `<video><source onerror=${CODE}></video>`,
  `<audio src=x onerror=${CODE}></audio>`,
  `<marquee onstart=${CODE}>hello</marquee>`,
  `<body onload=${CODE}>`,
  `<frameset onload=${CODE}><frame src="//${FOREIGN}/"></frameset>`,
  `<table background="javascript:${CODE}"><tr><td>cell</td></tr></table>`,
  `<div style="background:url(https://${FOREIGN}/a.png)">hello</div>`,
  `<div onpointerenter=${CODE} style="position:fixed;inset:0">hello</div>`,
  `<a href="javascript:${CODE}">click</a>`,
  `<a href=" &#14; javascript:${CODE}">click</a>`,
  `<a href="https://${FOREIGN}/" ping="https://${FOREIGN}/">click</a>`,
  `<a name="root" id="root">clobbered</a>`,
  `<template><script>${CODE}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${CODE}>"></noscript>`,
  `<title></title><script>${CODE}</script>`,
  `<xmp></xmp><script>${CODE}</script>`,
  `<plaintext><script>${CODE}</script>`,
  `<portal src="https://${FOREIGN}/"></portal>`,
  `<dialog open>hello</dialog>`,
  `<custom-element onclick=${CODE}></custom-element>`,
  `<!--><script>${CODE}</script>-->`,
  `<!--[if gte IE 4]><script>${CODE}</script><![endif]-->`,
  `<![CDATA[<script>${CODE}</script>]]>`,
  `<?xml version="1.0"?><script>${CODE}</script>`,
  `<!DOCTYPE html><script>${CODE}</script>`,
  `&lt;script&gt;${CODE}&lt;/script&gt;`,
  `\\<script>${CODE}</script>`,
  `\u{e003c}script\u{e003e}${CODE}`,
  `\uff1cscript\uff1e${CODE}\uff1c/script\uff1e`,
];
/** The same markup in places that markdown treats differently. */
const PLACES: Record<string, (markup: string) => string> = {
  block: (markup) => markup,
  inline: (markup) => `Four tracks ${markup} this week`,
  'label of a link': (markup) => `[${markup}](/shop)`,
  'text of an image': (markup) => `![${markup}](/a.png)`,
};
const markup = (): Trick[] =>
  Object.entries(PLACES).flatMap(([place, put]) =>
    ELEMENTS.map((element) => ({ family: `markup: ${place}`, markdown: put(element) })),
  );

const syntax = (): Trick[] =>
  [
    `[click](javascript:${CODE} "a title")`,
    `[click](/shop "\\"onmouseover=${CODE} x=\\"")`,
    `[click](/shop '"onmouseover="${CODE}')`,
    `[click](/shop (") onmouseover="${CODE}))`,
    `![picture](/a.png "\\" onerror=\\"${CODE}")`,
    `![" onerror="${CODE}](/a.png)`,
    `[a](/shop"onclick="${CODE})`,
    `[[click](javascript:${CODE})](javascript:${CODE})`,
    `[a[b[c](javascript:${CODE})](data:,x)](vbscript:x)`,
    `[![![a](javascript:${CODE})](javascript:${CODE})](javascript:${CODE})`,
    `![[click](javascript:${CODE})](/a.png)`,
    `[click](<javascript:${CODE}>)(javascript:${CODE})`,
    `[click]( javascript:${CODE} )`,
    `[click](\njavascript:${CODE}\n)`,
    `[click](javascript:window.alert\\(1\\))`,
    `[click](javascript:void((function(){${CODE}})()))`,
    `[click][THERE]\n\n[there]: javascript:${CODE}\n[THERE]: /shop`,
    `[click][]\n\n[click]: javascript:${CODE}`,
    `[__proto__]\n\n[__proto__]: javascript:${CODE}`,
    `[constructor]\n\n[toString]: javascript:${CODE}`,
    `[\u1e9e]\n\n[SS]: javascript:${CODE}`,
    `> [there]: javascript:${CODE}\n\n[there]`,
    `- [click](javascript:${CODE})\n  1. ![x](javascript:${CODE})`,
    `# [click](javascript:${CODE})\n\nheading\n===\n\n[click](data:,x)\n---`,
    `<javascript:${CODE}>`,
    `<https://${FOREIGN}/"onclick="${CODE}>`,
    `<a@${FOREIGN}"onclick="${CODE}>`,
    `https://${FOREIGN}/<script>${CODE}</script>`,
    `www.${FOREIGN} javascript:${CODE}`,
    '```html"onclick="' + CODE + '\n<script>' + CODE + '</script>\n```',
    '```"><img src=x onerror=' + CODE + '>\nx\n```',
    '~~~ javascript: onload=' + CODE + '\n<script>' + CODE + '</script>',
    '````\n```\n<script>' + CODE + '</script>\n```\n````',
    '`<script>' + CODE + '</script>`',
    '``` `<img src=x onerror=' + CODE + '>` ```',
    '    <script>' + CODE + '</script>',
    '```\n</code></pre><script>' + CODE + '</script>\n```',
    `[^1]\n\n[^1]: <img src=x onerror=${CODE}> [click](javascript:${CODE})`,
    `[^<script>]\n\n[^<script>]: ${CODE}`,
    `| a | b |\n|---|---|\n| <script>${CODE}</script> | [click](javascript:${CODE}) |`,
    `| <img src=x onerror=${CODE}> |\n|:-:|\n| \`|\`<script>${CODE}</script> |`,
    `~~[click](javascript:${CODE})~~`,
    `- [x] <input onfocus=${CODE} autofocus>`,
    `---\ntitle: <script>${CODE}</script>\n---`,
    `{{constructor.constructor('${CODE}')()}}`,
    '${' + CODE + '}',
    `import x from 'https://${FOREIGN}/a.js'\n\n{${CODE}}`,
    `:::script\n${CODE}\n:::`,
    `$\\href{javascript:${CODE}}{click}$`,
    `[click](/shop){onclick="${CODE}"}`,
    `# heading {#root onclick=${CODE}}`,
    `*<img src=x **onerror=${CODE}>*`,
    `[click](/sh\u202eop) \u202e${FOREIGN}\u202c \u2066javascript:${CODE}\u2069`,
    `[\u200b](javascript:${CODE})\u200b[\u2060click](\u2060javascript:${CODE})`,
    `[click](/%2f${FOREIGN}) [click](.%2f..//${FOREIGN})`,
    `[click](#" onclick="${CODE}) [click](?a=javascript:${CODE})`,
    `[click](javascript:${CODE}//https://shop.example/) [click](https://shop.example/javascript:${CODE})`,
    `[click](&#x6a&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3a;${CODE})`,
    `[click](javas&#99;ript&colon;${CODE}) [click](&Jscr;avascript:${CODE})`,
    `\u0000[click](java\u0000script:${CODE})`,
    `[click](\ud83d\ude00javascript:${CODE}) \ud83d\ude00<script>${CODE}</script>`,
  ].map((markdown) => ({ family: 'syntax', markdown }));

/** The longest announcement. */
const LONGEST = 5000;
const full = (piece: string) => piece.repeat(Math.floor(LONGEST / piece.length));
const around = (open: string, close: string) => {
  const depth = Math.floor((LONGEST - 1) / (open.length + close.length));
  return `${open.repeat(depth)}x${close.repeat(depth)}`;
};
const size = (): Trick[] => [
  ...'><[]()*_`~#!&\\|-+=:"\'\t'.split('').flatMap((sign) => [
    { family: 'size: one sign', markdown: full(sign) },
    { family: 'size: with spaces', markdown: full(`${sign} `) },
    { family: 'size: in lines', markdown: full(`${sign}\n`) },
  ]),
  ...[
    '1. ',
    '1) ',
    '> - ',
    '>- ',
    '- > ',
    '- * + ',
    '1. > ',
    '> 1) * ',
    '![',
    '[](',
    '*[',
    '*a **b ',
    '_a __b ',
    '<a ',
    '<!--',
    '<?',
    '<![CDATA[',
    '&#x',
    '`` ` ',
    '[a]: b\n',
    'a\n- ',
    '>a\n',
    '\\[',
    '](',
    '<http://',
    '**a*',
    'a **b',
    '[a][b',
    '![a](b "',
  ].map((piece) => ({ family: 'size: repeated', markdown: full(piece) })),
  ...[
    ['[', ']'],
    ['[', '](/a)'],
    ['![', '](/a)'],
    ['*', '*'],
    ['**', '**'],
    ['*a ', ' a*'],
    ['_a ', ' a_'],
    ['<b>', '</b>'],
    ['[a](', ')'],
    ['**a _b ', ' b_ a**'],
  ].map(([open, close]) => ({ family: 'size: nested', markdown: around(open!, close!) })),
  {
    family: 'size: indented',
    markdown: Array.from({ length: 70 }, (_, depth) => `${' '.repeat(depth * 2)}- x`)
      .join('\n')
      .slice(0, LONGEST),
  },
  {
    family: 'size: indented',
    markdown: Array.from({ length: 20 }, (_, line) => ' '.repeat(line * 24) + '- '.repeat(12) + 'x')
      .join('\n')
      .slice(0, LONGEST),
  },
  { family: 'size: fences', markdown: Array.from({ length: 98 }, (_, ticks) => '`'.repeat(ticks + 1)).join(' ') },
  { family: 'size: references', markdown: `[a]: /shop\n\n${'[a]'.repeat(1660)}` },
];

export function markdownTricks(): Trick[] {
  const all = [...schemes(), ...foreign(), ...markup(), ...syntax(), ...size()];
  return [...new Map(all.map((trick) => [trick.markdown, trick])).values()];
}
