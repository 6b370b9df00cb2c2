import { useEffect, useMemo } from 'react';

const MEGABYTE = 1024 * 1024;

/** A file's size in words: `12 KB`, and from `megabytesFrom` bytes on `3.4 MB`. */
export const fileSize = (bytes: number, megabytesFrom = MEGABYTE) =>
  bytes < megabytesFrom ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** An address that shows a chosen file before it is sent; null without a file. */
export function useObjectUrl(file: File | null): string | null {
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
}

export const CHANGED = 'The file has changed or is gone. Please choose it again.';

/**
 * Whether a chosen file can no longer be read, because it was saved again or moved. Sending such a file fails like a network
 * failure.
 */
export const hasChanged = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    );
