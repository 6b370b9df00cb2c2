import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../lib/calls/api';
import { saveFile } from '../../lib/save-file';
import { toast } from '../../lib/toast';
import { Button } from '../action/Button';

type Fetched = { data?: string; error?: unknown };

/** Fetches a list as CSV with the admin's token and saves it as `file`. `failed` is the message when the fetch fails. */
export function CsvButton({ fetch, file, failed }: { fetch: () => PromiseLike<Fetched>; file: string; failed: string }) {
  const [busy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    const { data, error } = await fetch();
    setBusy(false);
    if (data === undefined) toast.error(errorText(error, failed));
    else saveFile(file, data, 'text/csv');
  }

  return (
    <Button size="s" busy={busy} onClick={() => void download()}>
      <Download size={16} aria-hidden /> CSV
    </Button>
  );
}
