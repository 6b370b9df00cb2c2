import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { saveFile } from '#lib/files/save-file.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '../action/Button';

type FetchResult = { data?: string; error?: unknown };

type Props = {
  fetch: () => PromiseLike<FetchResult>;
  file: string;
  failed: string;
  /** @returns whether the failure is shown elsewhere */
  onFailure?: (error: unknown) => boolean;
};

export function CsvButton({ fetch, file, failed, onFailure }: Props) {
  const [busy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    const { data, error } = await fetch();
    setBusy(false);
    // After a failure, `data` may be those of the download before.
    if (error === undefined && data !== undefined) saveFile(file, data, 'text/csv');
    else if (!onFailure?.(error)) toast.error(errorText(error, failed));
  }

  return (
    <Button size="s" busy={busy} onClick={() => void download()}>
      <Download size={16} aria-hidden /> CSV
    </Button>
  );
}
