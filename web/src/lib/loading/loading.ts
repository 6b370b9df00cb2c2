let running = 0;
const watchers = new Set<() => void>();

const count = (by: number) => {
  running += by;
  for (const changed of watchers) changed();
};

/** Shows the loading bar while somebody waits for this work. */
export async function whileLoading<Result>(work: Promise<Result>): Promise<Result> {
  count(1);
  try {
    return await work;
  } finally {
    count(-1);
  }
}

/** Whether somebody waits for a part of the app; an external store. */
export const loading = {
  subscribe(changed: () => void) {
    watchers.add(changed);
    return () => void watchers.delete(changed);
  },
  get: () => running > 0,
};
