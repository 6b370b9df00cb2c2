import { useEffect } from 'react';
import { useSiteName } from '../calls/config-api';

/**
 * Names the page and the shop in the browser's tab. A title element of React's would come behind the one that every page from the
 * gateway has, and browsers show the first.
 */
export function AdminTitle({ page }: { page: string }) {
  const siteName = useSiteName();
  useEffect(() => {
    document.title = `${page} – ${siteName}`;
  }, [page, siteName]);
  return null;
}
