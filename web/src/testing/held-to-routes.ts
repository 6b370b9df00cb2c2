import { routeAt } from '@shop/contracts/routes';
import { faultsHeard } from '@shop/http/check-answer';

type Answered = { status: number; type?: string; body?: unknown };

/** What an answer has that its call does not declare, or lacks. A call without a declaration may answer anything. */
export function faultsOfAnswer(method: string, path: string, answered: Answered): string[] {
  const route = routeAt(method, path);
  return route ? faultsHeard(route, { ...answered, ...(answered.status >= 400 && { refused: true }) }) : [];
}

let faults: string[] = [];

/** Notes what is wrong with the answer of a stub; the test then fails at its end. */
export function holdToRoute(method: string, path: string, answered: Answered) {
  faults.push(...faultsOfAnswer(method, path, answered));
}

afterEach(() => {
  const found = [...new Set(faults)];
  faults = [];
  if (found.length > 0) throw new Error(`Stubs answer what the shop would not:\n${found.join('\n')}`);
});
