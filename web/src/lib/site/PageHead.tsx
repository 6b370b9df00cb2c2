import { useEffect } from 'react';
import { useSiteName } from '../calls/config-api';
import { sayHead } from './HeadOf';

/** The head of a page that is not in the registry. */
export function PageHead({ title, description }: { title: string; description: string }) {
  const siteName = useSiteName();
  useEffect(() => sayHead({ title: `${title} – ${siteName}`, description }), [title, description, siteName]);
  return null;
}
