import { useEffect } from 'react';
import { useSiteName } from '../calls/config-api';

/**
 * Title, description and address of a page, for the tab and for whoever shares it. The page that the gateway sent carries these
 * tags already, so they are changed, not added.
 */
export function PageHead({ title, description }: { title?: string; description: string }) {
  const siteName = useSiteName();
  useEffect(() => {
    document.title = title ? `${title} – ${siteName}` : `${siteName} – ghost productions, sold once`;
    const address = window.location.origin + window.location.pathname;
    for (const [tag, attribute, text] of [
      ['meta[name="description"]', 'content', description],
      ['meta[property="og:title"], meta[name="twitter:title"]', 'content', document.title],
      ['meta[property="og:description"], meta[name="twitter:description"]', 'content', description],
      ['meta[property="og:url"]', 'content', address],
      ['link[rel="canonical"]', 'href', address],
    ] as const) {
      for (const element of document.head.querySelectorAll(tag)) element.setAttribute(attribute, text);
    }
  }, [title, description, siteName]);
  return null;
}
