/** Saves a text as a file. For files whose call may be refused, and those that need the admin's token. */
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
