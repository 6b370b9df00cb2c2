const told = new Set<string>();

/** Says in the console what came malformed from a service, once for each kind of it: a list may be full of them. */
export function reportOnce(what: string, ...details: unknown[]) {
  if (told.has(what)) return;
  told.add(what);
  console.error(what, ...details);
}
