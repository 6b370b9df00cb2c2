import { routeAt } from '@shop/contracts/routes';
import { faultsHeard } from '@shop/http/check-answer';

type Answered = { status: number; type?: string; body?: unknown };

/** The faults of an answer: fields that its call does not declare, or that are missing. A call without a declaration may answer anything. */
export function faultsOfAnswer(method: string, path: string, answered: Answered): string[] {
  const route = routeAt(method, path);
  return route ? faultsHeard(route, { ...answered, ...(answered.status >= 400 && { refused: true }) }) : [];
}

let faults: string[] = [];

/** Records the faults of a stub's answer, so that the test fails at its end. */
export function holdToRoute(method: string, path: string, answered: Answered) {
  faults.push(...faultsOfAnswer(method, path, answered));
}

afterEach(() => {
  const found = [...new Set(faults)];
  faults = [];
  if (found.length > 0) throw new Error(`Stubs answer what the shop would not:\n${found.join('\n')}`);
});
