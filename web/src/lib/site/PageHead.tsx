import { useEffect } from 'react';
import { useSiteName } from '../calls/config-api';
import { sayHead } from './say-head';

/** The head of a page that is not in the registry, or whose title depends on its data. */
export function PageHead({ title, description }: { title: string; description: string }) {
  const siteName = useSiteName();
  useEffect(() => sayHead(`${title} – ${siteName}`, description), [title, description, siteName]);
  return null;
}
