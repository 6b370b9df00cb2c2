import { useEffect } from 'react';
import { useSiteName } from '../calls/config-api';
import { sayHead } from './say-head';

/** The head of what is no page of the registry, or knows its words only with its data. */
export function PageHead({ title, description }: { title: string; description: string }) {
  const siteName = useSiteName();
  useEffect(() => sayHead(`${title} – ${siteName}`, description), [title, description, siteName]);
  return null;
}
