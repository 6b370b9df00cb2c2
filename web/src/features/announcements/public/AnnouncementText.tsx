import Markdown, { defaultUrlTransform, type Components } from 'react-markdown';
import styles from './AnnouncementPopup.module.css';
import { boundedNesting } from './bounded-nesting';

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
