import { watchers } from '../watchers';

let running = 0;
const { subscribe, tell } = watchers();

const count = (by: number) => {
  running += by;
  tell();
};

/** Shows the loading bar while the user waits for this work. */
export async function whileLoading<Result>(work: Promise<Result>): Promise<Result> {
  count(1);
  try {
    return await work;
  } finally {
    count(-1);
  }
}

/** Whether the user waits for a part of the app; an external store. */
export const loading = { subscribe, get: () => running > 0 };
