/** Hands a text to the browser as a file to keep, for what only a call with the admin's token can fetch. */
export function saveFile(name: string, text: string, type: string): void {
  // reading an answer as text takes away the mark by which Excel knows UTF-8
  saveUrl(name, URL.createObjectURL(new Blob(['\uFEFF', text], { type })));
}

/** The same with what is in this browser already, under an address of its own. */
export function saveUrl(name: string, url: string): void {
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
