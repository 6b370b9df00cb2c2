const reportedKinds = new Set<string>();

/** Reports malformed data from a service in the console, once for each kind, because a list may be full of them. */
export function reportOnce(what: string, ...details: unknown[]) {
  if (reportedKinds.has(what)) return;
  reportedKinds.add(what);
  console.error(what, ...details);
}
