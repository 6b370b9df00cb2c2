import { NewAdmin, OnAccount, readArgs, Suspension } from './accounts-args';
import { COMMANDS, usage } from './commands';

test('an address is read as the shop reads it, and a new administrator is an owner unless it is said otherwise', () => {
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

test('a command refuses its arguments before it looks for a database', async () => {
  const says: string[] = [];
  const asked = {
    server: 'postgres://nobody@127.0.0.1:1/postgres',
    args: ['--emial', 'a@example.com'],
    say: (line: string) => says.push(line),
  };
  for (const name of ['create-admin', 'suspend', 'reinstate', 'reset-factor'])
    await expect(COMMANDS[name]!.run(asked)).rejects.toThrow(/--emial/);
  expect(says).toEqual([]);
  for (const name of Object.keys(COMMANDS)) expect(usage()).toContain(`  ${name} `);
});
