const DEEPEST = 12;

/** A quotation or a list item that begins, and what may stand before it. */
const MARKER = String.raw`[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))`;
const TOO_DEEP = new RegExp(String.raw`^((?:${MARKER}){${DEEPEST}}[ \t]*\d{0,9})(?=[>+*.)-])`);
const RULE = /^[ \t]*([*-])(?:[ \t]*\1)*[ \t]*$/;

/**
 * The same markdown with at most twelve quotations and lists in one another: what would open another one is shown as a sign.
 * Without it five thousand `>` are more than the parser's stack holds, and the page around them would break.
 */
export const boundedNesting = (markdown: string) =>
  markdown
    .split(/\r\n|\r|\n/)
    .map((line) => (RULE.test(line) ? line : line.replace(TOO_DEEP, '$1\\')))
    .join('\n');
