import type { Reach } from './command';
import { COMMANDS, runCommand, usage } from './commands';
import { NewAdmin, OnAccount, readArgs, Suspension } from './read-args';

test('an address is read as the shop reads it, and a new admin is an owner unless it is said otherwise', () => {
  expect(readArgs(NewAdmin, ['--email', 'Chief@Example.com'])).toEqual({ email: 'chief@example.com', role: 'owner' });
  expect(readArgs(NewAdmin, ['--email=chief@example.com', '--role=viewer'])).toEqual({
    email: 'chief@example.com',
    role: 'viewer',
  });
  expect(readArgs(Suspension, ['--reason', 'Asked for it', '--email', 'a@example.com'])).toEqual({
    email: 'a@example.com',
    reason: 'Asked for it',
  });
});

test.each([
  ['no address', OnAccount, [], /^--email: is missing$/],
  ['a bad address', OnAccount, ['--email', 'chief'], /^--email: Please enter a valid email$/],
  ['an unknown role', NewAdmin, ['--email', 'a@example.com', '--role', 'king'], /^--role: must be one of owner, /],
  ['no reason', Suspension, ['--email', 'a@example.com'], /^--reason: is missing$/],
  ['a blank reason', Suspension, ['--email', 'a@example.com', '--reason', ' '], /^--reason: Please say why$/],
  ['an option of another command', OnAccount, ['--email', 'a@example.com', '--role', 'owner'], /--role/],
  ['a word of its own', OnAccount, ['a@example.com'], /a@example\.com/],
])('%s is refused', (_what, form, args, message) => {
  expect(() => readArgs(form, args)).toThrow(message);
});

test('a command refuses its arguments before it looks for a shop', async () => {
  const says: string[] = [];
  const reach: Reach = {
    withDatabases: () => Promise.reject(new Error('asked for a database')),
    doors: () => Promise.reject(new Error('asked for a service')),
  };
  const say = (line: string) => says.push(line);
  for (const { run } of Object.values(COMMANDS))
    await expect(run({ reach, args: ['--emial', 'x'], say })).rejects.toThrow(/--emial/);
  expect(says).toEqual([]);
});

test('each command is in the list, and says by --help what it takes', async () => {
  const reach: Reach = { withDatabases: () => Promise.reject(new Error()), doors: () => Promise.reject(new Error()) };
  for (const [name, { usage: behind, says }] of Object.entries(COMMANDS)) {
    expect(usage()).toContain(`  ${name} `);
    const lines: string[] = [];
    expect(await runCommand([name, '--help'], { reach, say: (line) => lines.push(line) })).toBe(0);
    expect(lines.join('\n')).toBe(`npm run ops -- ${name} ${behind}`.trimEnd() + `\n  ${says}`);
  }
  expect([await runCommand(['--help'], { reach, say: () => {} }), await runCommand(['luck'], { reach, say: () => {} })]).toEqual([
    0, 1,
  ]);
});
