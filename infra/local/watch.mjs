import { readdirSync, statSync, watch } from 'node:fs';
import { basename, join } from 'node:path';

/** The wait for further changes: an editor saves in several steps, and many save several files at once. */
const SETTLED_MS = 60;

/**
 * Watches the TypeScript in `src` of each folder (without tests) and calls `onChange` with the changed folders. Each directory is
 * watched by itself, because Node's recursive watch loses a file that an editor has replaced.
 */
export function watchSources(folders, onChange) {
  const watchers = new Map();
  const changed = new Set();
  let timer;
  const note = (folder) => {
    changed.add(folder);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = [...changed];
      changed.clear();
      onChange(all);
    }, SETTLED_MS);
  };

  const follow = (folder, directory) => {
    watchers.get(directory)?.close();
    const watcher = watch(directory, (event, name) => {
      if (name === null || isSource(name)) return note(folder);
      const inner = join(directory, name);
      if (event !== 'rename' || !isFollowed(inner)) return;
      follow(folder, inner);
      note(folder);
    });
    watcher.on('error', () => watcher.close());
    watchers.set(directory, watcher);
    const names = readdirSync(directory);
    for (const inner of names.map((name) => join(directory, name)).filter(isFollowed)) follow(folder, inner);
  };
  for (const folder of folders) follow(folder, join(folder, 'src'));
}

const isSource = (name) => name.endsWith('.ts') && !name.endsWith('.test.ts');
const isFollowed = (path) => basename(path) !== 'testing' && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
