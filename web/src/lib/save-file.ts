/** Saves a text as a file. For files that only a call with the admin's token can fetch. */
export function saveFile(name: string, text: string, type: string): void {
  // reading an answer as text removes the byte order mark, by which Excel recognises UTF-8
  saveUrl(name, URL.createObjectURL(new Blob(['\uFEFF', text], { type })));
}

/** Saves as a file what this browser already holds under an object URL. */
export function saveUrl(name: string, url: string): void {
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
