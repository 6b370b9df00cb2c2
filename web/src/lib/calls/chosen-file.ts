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
