import { z } from 'zod';
import { serviceConfig } from './config';
import { createLog } from './log';
import { logWarnings, runMain } from './main';

const { AMQP_URL, LOG_LEVEL } = serviceConfig;
const start = jest.fn(() => Promise.resolve({ stop: () => Promise.resolve() }));

/** The output and the exit code of a process that cannot start. */
async function refusalOf(config: Parameters<typeof runMain>[0]['config']) {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const code = await new Promise((resolve) => {
    jest.spyOn(process, 'exit').mockImplementation(resolve as never);
    runMain({ name: 'notes', exchange: 'tests', config, start, examine: () => Promise.resolve([]) });
  });
  const text = write.mock.calls.join('');
  jest.restoreAllMocks();
  return { text, code };
}

beforeEach(() => {
  delete process.env.AMQP_URL;
});

test('a process without what it needs names it and ends with 1', async () => {
  const { text, code } = await refusalOf(z.object({ AMQP_URL, LOG_LEVEL, NOTES_KEY: z.string() }));
  expect([code, text]).toEqual([1, expect.stringMatching(/not usable:\n {2}NOTES_KEY: .*\n$/)]);
  expect(start).not.toHaveBeenCalled();
});

test('a service alone in its process does not start without a way to the others', async () => {
  const { text, code } = await refusalOf(z.object({ AMQP_URL, LOG_LEVEL }));
  expect([code, text]).toEqual([1, expect.stringContaining('AMQP_URL: ')]);
  expect(start).not.toHaveBeenCalled();
});

test('Node’s warnings go only to the log', () => {
  const before = process.listeners('warning');
  const lines: string[] = [];
  logWarnings(createLog('notes', 'info', { write: (line) => void lines.push(line) }));
  try {
    expect(process.listeners('warning')).toHaveLength(1);
    process.emit('warning', Object.assign(new Error('`old` is deprecated.'), { name: 'DeprecationWarning', code: 'DEP0060' }));
  } finally {
    process.removeAllListeners('warning');
    for (const listener of before) process.on('warning', listener);
  }
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 40, service: 'notes', warning: 'DEP0060', msg: '`old` is deprecated.' }),
  ]);
});
