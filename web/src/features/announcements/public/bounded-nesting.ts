const DEEPEST = 12;

/** The beginning of a quotation or a list item, with the white space before it. */
const MARKER = String.raw`[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))`;
const TOO_DEEP = new RegExp(String.raw`^((?:${MARKER}){${DEEPEST}}[ \t]*\d{0,9})(?=[>+*.)-])`);
const RULE = /^[ \t]*([*-])(?:[ \t]*\1)*[ \t]*$/;

/**
 * The same markdown with at most twelve nested quotations and lists; deeper markers are shown as text. Without the limit, five
 * thousand `>` overflow the parser's stack and break the page.
 */
export const boundedNesting = (markdown: string) =>
  markdown
    .split(/\r\n|\r|\n/)
    .map((line) => (RULE.test(line) ? line : line.replace(TOO_DEEP, '$1\\')))
    .join('\n');
