import { routeAt } from '@shop/contracts/routes';
import { faultsHeard } from '@shop/http/check-answer';

type Answered = { status: number; type?: string; body?: unknown };

/**
 * The faults of an answer: undeclared or missing fields, and a call of the shop that no route declares. A path that is no call,
 * such as that of a picture, may have any answer.
 */
export function faultsOfAnswer(method: string, path: string, answered: Answered): string[] {
  const route = routeAt(method, path);
  if (!route) return undeclared(method, path);
  return faultsHeard(route, { ...answered, ...(answered.status >= 400 && { refused: true }) });
}

const undeclared = (method: string, path: string) =>
  path.startsWith('/api/') && !routeAt(method, path) ? [`${method} ${path}: the shop declares no such call`] : [];

let faults: string[] = [];

/** Records the faults of a stub's answer, so that the test fails at its end. */
export function holdToRoute(method: string, path: string, answered: Answered) {
  faults.push(...faultsOfAnswer(method, path, answered));
}

/** Records a call that the test has no answer for, so that the test fails at its end. */
export const holdToAnswered = (method: string, path: string) =>
  void (path.startsWith('/api/') && faults.push(...undeclared(method, path), `${method} ${path}: the test has no answer for it`));

afterEach(() => {
  const found = [...new Set(faults)];
  faults = [];
  if (found.length > 0) throw new Error(`Stubs and pages do what the shop does not:\n${found.join('\n')}`);
});
