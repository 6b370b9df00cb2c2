import { useEffect } from 'react';
import { useSiteName } from './configApi';

/** Title and description of a page. The page's file already carries both tags, so they are changed, not added. */
export function PageHead({ title, description }: { title?: string; description: string }) {
  const siteName = useSiteName();
  useEffect(() => {
    document.title = title ? `${title} – ${siteName}` : `${siteName} – ghost productions, sold once`;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description, siteName]);
  return null;
}
