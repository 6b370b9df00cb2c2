import { z } from 'zod';
import { diagnose, printDiagnosis } from './doctor';
import { examineAddress, examineDisk } from './examine-service';
import { guessable, passwordIn } from './guessable';

const part = {
  name: 'notes',
  config: z.object({ NOTES_KEY: z.string().min(16, 'At least 16 characters'), PORT: z.coerce.number().default(1) }),
  examine: ({ PORT }: { PORT: number }) => Promise.resolve(PORT > 1000 ? [] : [`PORT=${PORT} is taken by others.`]),
};
async function diagnosisOf(env: Record<string, string>) {
  const lines: string[] = [];
  const code = await printDiagnosis(part, env, (line) => lines.push(line));
  return [code, lines];
}

test('a configuration that cannot be read is told variable by variable, and tried out once it can', async () => {
  expect(await diagnosisOf({ PORT: 'x' })).toEqual([
    1,
    [expect.stringMatching(/^notes: NOTES_KEY: /), expect.stringMatching(/^notes: PORT: /)],
  ]);
  const key = 'sixteen characters';
  expect(await diagnosisOf({ NOTES_KEY: key })).toEqual([1, ['notes: PORT=1 is taken by others.']]);
  expect(await diagnosisOf({ NOTES_KEY: key, PORT: '2000' })).toEqual([0, ['notes: nothing wrong.']]);
  expect(await diagnose(part, { NOTES_KEY_FILE: '/not/there' })).toEqual([
    'NOTES_KEY_FILE: there is no readable file at this path',
  ]);
});

test.each([
  'postgres',
  'Password123',
  'changeme',
  'guest',
  'minioadmin',
  'aaaaaaaaaaaaaaaa',
  'short',
  'your-password-here',
  '1234567890',
])('%s can be guessed, and is not repeated', (secret) => {
  const [sentence] = guessable({ S3_SECRET_KEY: secret });
  expect(sentence).toMatch(/^S3_SECRET_KEY holds a secret that can be guessed/);
  expect(sentence).not.toContain(`${secret} `);
});

test('a random secret is not guessable, and neither is an unset one', () => {
  expect(
    guessable({ A: '9f86d081884c7d659a2feaa0', B: undefined, C: passwordIn('amqp://shop:9f86d081884c7d65@mq:5672') }),
  ).toEqual([]);
  expect(passwordIn('amqp://mq:5672')).toBeUndefined();
});

test.each([
  ['100%25-sure', '100%-sure'],
  ['100%-sure', '100%-sure'],
  ['%E9t%C3%A9', '%E9t%C3%A9'],
])('%s in an address is the password %s', (encoded, password) => {
  expect(passwordIn(`postgres://shop:${encoded}@db/shop`)).toBe(password);
});

test('a part that breaks while it is looked at says why, without addresses and passwords', async () => {
  const breaks = { ...part, examine: () => Promise.reject(new Error('smtp://shop:9f86d081@mail is odd')) };
  expect(await diagnose(breaks, { NOTES_KEY: 'sixteen characters' })).toEqual([
    'This could not be looked at to its end: smtp://…@mail is odd',
  ]);
});

test.each([
  ['http://shop.example', 'production', /^PUBLIC_URL is not https/],
  ['http://192.168.0.7:8080', 'development', /^PUBLIC_URL is not https/],
  ['https://shop.example', 'development', /^NODE_ENV is not production/],
])('%s in %s is said', (PUBLIC_URL, NODE_ENV, sentence) => {
  expect(examineAddress({ PUBLIC_URL, NODE_ENV })).toEqual([expect.stringMatching(sentence)]);
});

test('https in production and any address of this machine are well', () => {
  expect(examineAddress({ PUBLIC_URL: 'https://shop.example', NODE_ENV: 'production' })).toEqual([]);
  for (const PUBLIC_URL of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080', 'http://a.localhost'])
    expect(examineAddress({ PUBLIC_URL, NODE_ENV: 'production' })).toEqual([]);
});

test('a folder that is not there is said', async () => {
  expect(await examineDisk('STORAGE_DIR', '/not/there')).toEqual([
    expect.stringMatching(/^STORAGE_DIR: there is no folder .*ENOENT/),
  ]);
});
