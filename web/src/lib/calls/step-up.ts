/** A call that asks for a second factor which was confirmed a short while ago waits here until it is, or until that is given up. */
export type StepUp = { admin: boolean };

let waiting: (StepUp & { answers: ((confirmed: boolean) => void)[] }) | null = null;
let hosts = 0;
const watchers = new Set<() => void>();
const changed = () => watchers.forEach((tell) => tell());

/** Opens the dialog, one for all calls that wait at once. `admin`: in the session of the admin's token. → whether it was confirmed */
export function askToStepUp(admin: boolean): Promise<boolean> {
  if (hosts === 0 || (waiting && waiting.admin !== admin)) return Promise.resolve(false);
  return new Promise((resolve) => {
    if (waiting) waiting.answers.push(resolve);
    else {
      waiting = { admin, answers: [resolve] };
      changed();
    }
  });
}

/** What the one place that draws the dialog reads and says. */
export const stepUps = {
  subscribe(watcher: () => void) {
    hosts += 1;
    watchers.add(watcher);
    return () => {
      hosts -= 1;
      watchers.delete(watcher);
    };
  },
  get: (): StepUp | null => waiting,
  settle(confirmed: boolean) {
    const answers = waiting?.answers ?? [];
    waiting = null;
    changed();
    for (const answer of answers) answer(confirmed);
  },
};
