import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentRequest, type Span } from '@shop/http';
import { QueryFailedError } from 'typeorm';
import { createLog, logFile } from './log';

const CANARY = 'canary-7f3a';
function logged(act: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  act(createLog('test', 'trace', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}
const person = {
  id: 7,
  email: `${CANARY}@example.com`,
  password: CANARY,
  confirmPassword: CANARY,
  token: CANARY,
  recaptchaToken: CANARY,
  verificationCode: CANARY,
  last_name: CANARY,
  lastName: CANARY,
  card_number: CANARY,
  cardNumber: CANARY,
  phone: CANARY,
  Authorization: CANARY,
  'set-cookie': [CANARY],
};

test('personal data and secrets reach no line, however deep they lie', () => {
  const text = logged((log) => {
    log.info(person, 'flat');
    log.info({ user: person }, 'deeper');
    log.info({ a: { b: { c: { d: [{ user: person }] } } } }, 'deep');
    log.info({ list: [person], nothing: undefined }, 'in a list');
  });
  expect(text).toContain('"id":7');
  expect(text).not.toContain(CANARY);
});

test('every line of a request carries its id, and its trace where there is one', () => {
  const ids = (current: Parameters<typeof currentRequest.run>[0]) =>
    JSON.parse(logged((log) => currentRequest.run(current, () => log.info({ at: 1 }, 'x')))) as object;
  expect(ids({ requestId: 'r-1' })).toMatchObject({ at: 1, requestId: 'r-1' });
  expect(ids({ requestId: 'r-1' })).not.toHaveProperty('traceId');
  expect(ids({ requestId: 'r-2', span: { traceId: 't-2' } as Span })).toMatchObject({ requestId: 'r-2', traceId: 't-2' });
  expect(JSON.parse(logged((log) => log.info('by itself')))).not.toHaveProperty('requestId');
});

test('an error says what it is, not the data it was about', () => {
  const driver = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
    detail: `Key (email)=(${CANARY}@example.com) already exists.`,
    code: '23505',
  });
  const text = logged((log) => {
    log.error(
      { err: new QueryFailedError('INSERT INTO users VALUES ($1)', [`${CANARY}@example.com`, CANARY], driver) },
      'failed',
    );
    log.error({ err: new Error('outer', { cause: Object.assign(new Error('inner'), { body: person }) }) }, 'failed');
    log.error(new AggregateError([new Error('one'), driver], 'several'), 'failed');
  });
  expect(text).not.toContain(CANARY);
  for (const word of ['users_email', '23505', 'outer', 'inner', 'several', 'log.test']) expect(text).toContain(word);
});

test.each([
  ['a mail server', `Can't send mail - all recipients were rejected: 550 5.1.1 <${CANARY}@example.com>: unknown`, '550 5.1.1'],
  ['an address with its password', `connect to smtp://shop:${CANARY}@mail.example:587 failed`, 'mail.example:587 failed'],
  ['JSON', `Unexpected token 'c', "{"a": "${CANARY}"... is not valid JSON`, 'is not valid JSON'],
  ['JSON that goes on', `Unexpected token 'c', ..."d": "${CANARY}", "e"... is not valid JSON`, 'is not valid JSON'],
])('what %s quotes of a person in its message stays out', (_who, message, expected) => {
  const text = logged((log) => {
    log.warn({ err: new Error(message), reason: message, list: [message] }, 'failed');
    log.warn({ err: new Error('outer', { cause: new Error(message) }) }, 'failed');
  });
  expect(text).not.toContain(CANARY);
  expect(text).toContain(expected);
});

test('a value that Postgres cannot read stays out', () => {
  for (const message of [
    `invalid input syntax for type integer: "${CANARY}"`,
    `date/time field value out of range: "${CANARY} "x""`,
  ]) {
    const text = logged((log) => log.error({ err: Object.assign(new Error(message), { code: '22P02' }) }, 'failed'));
    expect(text).not.toContain(CANARY);
    expect(text).toContain(message.split(':')[0]);
  }
});

test.each([
  ['without a blank', 'a'.repeat(1_000_000)],
  ['of quotes', ', "'.repeat(300_000)],
  ['of complaints', 'invalid input: '.repeat(70_000)],
  ['of blanks and at signs', ' @'.repeat(500_000)],
])('a long text %s is cut, at once', (_what, message) => {
  const text = logged((log) => log.error({ err: new Error(message), reason: message }, 'failed'));
  expect(text).toContain('failed');
  expect(text.length).toBeLessThan(60_000);
});

test('a quoted value is removed even when a long text is cut before its closing quote', () => {
  const text = logged((log) =>
    log.error({ reason: `invalid input syntax for type integer: "${CANARY.repeat(1000)}"` }, 'failed'),
  );
  expect(text).not.toContain(CANARY);
  const long = logged((log) => log.error({ reason: `${'x '.repeat(3996)}${CANARY}@example.com` }, 'failed'));
  expect(long).not.toContain('canary');
});

test('a value that cannot be read does not stop a request', () => {
  const ring: Record<string, unknown> = { id: 1 };
  ring.self = ring;
  expect(logged((log) => log.info({ ring, when: new Date(0), big: 10n, none: null }, 'odd'))).toContain('odd');
});

const noSpace = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

test('while the disk is full nobody who logs is stopped, and what comes once there is room has lines of its own', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'shop-log-test-'));
  const path = join(folder, 'logs', 'shop.log');
  const append = fs.appendFileSync;
  try {
    const log = createLog('test', 'info', logFile(path));
    log.info('before');
    const full = jest.spyOn(fs, 'appendFileSync').mockImplementation(() => {
      throw noSpace;
    });
    full.mockImplementationOnce((file, line) => {
      append(file, line.slice(0, 4));
      throw noSpace;
    });
    log.info('of which the disk takes a part');
    log.info('of which it takes nothing');
    full.mockRestore();
    log.info('after');
    log.info('later');
    const text = fs.readFileSync(path, 'utf8');
    expect(text.match(/"msg":"\w+"}$|^.{1,4}$/gm)).toEqual(['"msg":"before"}', '{"le', '"msg":"after"}', '"msg":"later"}']);
  } finally {
    jest.restoreAllMocks();
    fs.rmSync(folder, { recursive: true });
  }
});

const withFullDevice = fs.existsSync('/dev/full') ? test : test.skip;
withFullDevice('a process whose log cannot be written goes on, and ends', () => {
  const script = `
    const { createLog, logFile } = require(${JSON.stringify(join(__dirname, 'log.ts'))});
    const log = createLog('test', 'info', logFile('/dev/full'));
    log.info('one');
    setTimeout(() => { log.info('two'); console.log('goes on'); process.exit(0); }, 1_000);`;
  const flags = ['--require', require.resolve('tsx/cjs'), '--conditions=source', '--eval', script];
  const { status, stdout } = spawnSync(process.execPath, flags, { encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' });
  expect([status, stdout]).toEqual([0, 'goes on\n']);
});
