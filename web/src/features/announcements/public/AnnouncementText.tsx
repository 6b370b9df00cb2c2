import Markdown, { defaultUrlTransform, type Components } from 'react-markdown';
import styles from './AnnouncementPopup.module.css';

const DEEPEST = 12;

/** The beginning of a quotation or a list item, with the white space before it. */
const MARKER = String.raw`[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))`;
const TOO_DEEP = new RegExp(String.raw`^((?:${MARKER}){${DEEPEST}}[ \t]*\d{0,9})(?=[>+*.)-])`);
const RULE = /^[ \t]*([*-])(?:[ \t]*\1)*[ \t]*$/;

/**
 * The same markdown with at most twelve nested quotations and lists; deeper markers are shown as text. Without the limit, five
 * thousand `>` overflow the parser's stack and break the page.
 */
const boundedNesting = (markdown: string) =>
  markdown
    .split(/\r\n|\r|\n/)
    .map((line) => (RULE.test(line) ? line : line.replace(TOO_DEEP, '$1\\')))
    .join('\n');

const COMPONENTS: Components = {
  a: ({ href, title, children }) => (
    <a href={href} title={title} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  // An image without an address would request the page itself.
  img: ({ src, alt, title }) => <img src={src || undefined} alt={alt} title={title} />,
  // The popup has its own main heading.
  h1: 'h3',
  h2: 'h3',
};

/**
 * Draws the markdown of an announcement. HTML in it stays text. Links may have http, https, irc, ircs, mailto or xmpp, or be
 * relative; other addresses are blanked (docs/product/messages.md#markdown). Each content is drawn anew, because texts of the
 * library stand beside elements, and a translated one cannot be changed (lib/jsx).
 */
export function AnnouncementText({ content }: { content: string }) {
  return (
    <div className={styles.text}>
      <Markdown key={content} urlTransform={defaultUrlTransform} components={COMPONENTS}>
        {boundedNesting(content)}
      </Markdown>
    </div>
  );
}
