/** Saves a text as a file. For calls that may be refused, or need the admin's token. */
export function saveFile(name: string, text: string, type: string): void {
  // Reading an answer as text removes the byte order mark, by which Excel recognises UTF-8.
  saveUrl(name, URL.createObjectURL(new Blob(['\uFEFF', text], { type })));
}

/** Saves the content of an object URL as a file. */
export function saveUrl(name: string, url: string): void {
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
