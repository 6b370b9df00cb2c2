const reportedKinds = new Set<string>();

/** Reports malformed data from a service in the console, once for each kind, because a list may be full of them. */
export function reportOnce(problem: string, ...details: unknown[]) {
  if (reportedKinds.has(problem)) return;
  reportedKinds.add(problem);
  console.error(problem, ...details);
}
