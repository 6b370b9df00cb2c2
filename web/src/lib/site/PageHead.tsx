import { useEffect } from 'react';
import { useSiteName } from '../calls/config-api';
import { sayHead } from './HeadOf';

/** The head of a page that is not in the registry. It has no address, so the page that comes in its place sets its own head. */
export function PageHead({ title, description }: { title: string; description: string }) {
  const siteName = useSiteName();
  useEffect(() => sayHead({ title: `${title} – ${siteName}`, description }, ''), [title, description, siteName]);
  return null;
}
