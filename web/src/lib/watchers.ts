/** The subscribers to a value outside of React. `subscribe` fits `useSyncExternalStore`. */
export function watchers() {
  const watching = new Set<() => void>();
  return {
    subscribe(watcher: () => void) {
      watching.add(watcher);
      return () => void watching.delete(watcher);
    },
    tell() {
      for (const watcher of watching) watcher();
    },
    isWatched: () => watching.size > 0,
  };
}
