import { watchers } from '../watchers';

/** A call that needs a second factor waits here until the user confirms one or gives up. */
type StepUp = { admin: boolean };

let waiting: (StepUp & { answers: ((isConfirmed: boolean) => void)[] }) | null = null;
const { subscribe, tell, isWatched } = watchers();

/**
 * Opens one dialog for all calls that wait at the same time. `admin`: for the admin's session.
 * @returns whether the user confirmed it
 */
export function askToStepUp(admin: boolean): Promise<boolean> {
  if (!isWatched() || (waiting && waiting.admin !== admin)) return Promise.resolve(false);
  return new Promise((resolve) => {
    if (waiting) waiting.answers.push(resolve);
    else {
      waiting = { admin, answers: [resolve] };
      tell();
    }
  });
}

/** The state and the answers of the one component that draws the dialog. */
export const stepUps = {
  subscribe,
  get: (): StepUp | null => waiting,
  settle(isConfirmed: boolean) {
    const answers = waiting?.answers ?? [];
    waiting = null;
    tell();
    for (const answer of answers) answer(isConfirmed);
  },
};
