import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const address = pathToFileURL(join(__dirname, '../end-with-npm.mjs')).href;
/** Ends by itself after a while, for the case that nobody tells it to. */
const PROGRAM = `
  import { endWithNpm } from '${address}';
  endWithNpm();
  const alone = setTimeout(() => console.log('goes on'), 3000);
  process.on('SIGTERM', () => {
    console.log('ends');
    clearTimeout(alone);
  });
  console.log('runs');`;

/** Runs the program as npm does, by a shell, and has SIGTERM end that shell. @returns what the program says until it ends */
async function endedShell(env: Record<string, string>): Promise<string> {
  const command = `'${process.execPath}' --input-type=module -e "$PROGRAM"; true`;
  const shell = spawn('sh', ['-c', command], { env: { ...env, PROGRAM }, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output === 'runs\n') shell.kill('SIGTERM');
  });
  await once(shell.stdout, 'close');
  return output;
}

test.each([
  ['of npm takes it along', { npm_lifecycle_event: 'start' }, 'runs\nends\n'],
  ['that somebody typed into leaves it alone', {}, 'runs\ngoes on\n'],
])('a program whose shell is ended: one %s', async (_what, env, expected) => {
  expect(await endedShell(env)).toBe(expected);
});
