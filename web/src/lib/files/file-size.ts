const MEGABYTE = 1024 * 1024;

/** A file's size in words: `12 KB`, and from `megabytesFrom` bytes on `3.4 MB`. */
export const fileSize = (bytes: number, megabytesFrom = MEGABYTE) =>
  bytes < megabytesFrom ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
