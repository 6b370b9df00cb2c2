import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const root = join(__dirname, '../..');
let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'shop-k8s-ops-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

type Call = { args: string[]; input: string };

/** The cluster's answers about the pod: none, that it is gone, or its container's state with the pod's conditions. */
type PodState = 'no answer' | 'gone' | { conditions?: object[]; [state: string]: unknown };

/** Makes the script's clock run a hundred times as fast. */
const FASTER = `--import=data:text/javascript,${encodeURIComponent('const now = Date.now, began = now(); Date.now = () => began + 100 * (now() - began);')}`;

/** Runs the script with a kubectl that has the overlay's CronJob, shows its pod in these states in turn, and records its calls. */
function operate(args: string[], states: PodState[], ...nodeArgs: string[]) {
  const cronJob = parseAllDocuments(readFileSync(join(root, 'infra/k8s/rendered/small.yaml'), 'utf8'))
    .map((document) => document.toJS() as { kind: string; metadata: { name: string } })
    .find(({ kind, metadata }) => kind === 'CronJob' && metadata.name === 'shop-ops');
  writeFileSync(join(home, 'cron-job.json'), JSON.stringify(cronJob));
  writeFileSync(join(home, 'states.json'), JSON.stringify(states));
  writeFileSync(
    join(home, 'kubectl'),
    `#!${process.execPath}
const fs = require('node:fs');
const at = (name) => require('node:path').join(${JSON.stringify(home)}, name);
const args = process.argv.slice(4);
const input = args[0] === 'create' ? fs.readFileSync(0, 'utf8') : '';
fs.appendFileSync(at('calls'), JSON.stringify({ args: process.argv.slice(2), input }) + '\\n');
if (args[0] === 'get' && args[1] === 'cronjob') console.log(fs.readFileSync(at('cron-job.json'), 'utf8'));
if (args[0] === 'create') console.log('job.batch/shop-ops-abcde');
if (args[0] === 'logs') console.log('what the command said');
if (args[1] === 'pods') {
  const states = JSON.parse(fs.readFileSync(at('states.json'), 'utf8'));
  const state = states.length > 1 ? states.shift() : states[0];
  fs.writeFileSync(at('states.json'), JSON.stringify(states));
  if (state === 'no answer') process.exit(1);
  const { conditions, ...of } = state;
  const pod = { metadata: { name: 'pod-1' }, status: { conditions, containerStatuses: [{ state: of }] } };
  console.log(JSON.stringify({ items: state === 'gone' ? [] : [pod] }));
}
`,
  );
  chmodSync(join(home, 'kubectl'), 0o755);
  const env = { ...process.env, PATH: `${home}${delimiter}${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeArgs, join(root, 'infra/k8s/ops.mjs'), ...args], {
    encoding: 'utf8',
    env,
  });
  const calls = readFileSync(join(home, 'calls'), 'utf8').trim().split('\n');
  return { status, stdout, stderr, calls: calls.map((line) => JSON.parse(line) as Call) };
}

test('a command is a Job of the suspended CronJob with its arguments; it says and ends as the command, and goes', () => {
  const { status, stdout, calls } = operate(
    ['check', '--only', 'sold-once'],
    [{ waiting: { reason: 'ContainerCreating' } }, { running: {} }, { terminated: { exitCode: 3 } }],
  );
  expect([status, stdout]).toEqual([3, 'what the command said\n']);
  expect(calls.every(({ args }) => args[0] === '--namespace' && args[1] === 'shop')).toBe(true);
  const job = JSON.parse(calls.find(({ args }) => args[2] === 'create')!.input) as {
    kind: string;
    metadata: object;
    spec: { template: { spec: { serviceAccountName: string; containers: { args: string[]; command: string[] }[] } } };
  };
  expect(job).toMatchObject({ kind: 'Job', metadata: { generateName: 'shop-ops-', namespace: 'shop' } });
  const { serviceAccountName, containers } = job.spec.template.spec;
  expect([serviceAccountName, containers[0]!.command, containers[0]!.args]).toEqual([
    'shop-ops',
    ['node', 'infra/ops/dist/main.js'],
    ['check', '--only', 'sold-once'],
  ]);
  expect(calls.at(-1)!.args).toEqual(expect.arrayContaining(['delete', 'job', 'shop-ops-abcde']));
});

test('a log stream that breaks while the command runs is taken up again, and the Job goes only afterwards', () => {
  const { status, stdout, calls } = operate(
    ['verify'],
    [{ running: {} }, { running: {} }, { running: {} }, { terminated: { exitCode: 0 } }],
  );
  expect([status, stdout]).toEqual([0, 'what the command said\n'.repeat(3)]);
  const followed = calls.filter(({ args }) => args[2] === 'logs').map(({ args }) => args.slice(3).join(' '));
  expect(followed).toEqual([
    '--follow pod-1',
    expect.stringMatching(/^--follow --since-time=\S+Z pod-1$/),
    expect.stringMatching(/^--follow --since-time=\S+Z pod-1$/),
  ]);
  expect(calls.at(-1)!.args).toContain('delete');
});

test('an image that is not there is said, and the Job goes', () => {
  const { status, stderr, calls } = operate(['check'], [{ waiting: { reason: 'ErrImagePull', message: 'not found' } }]);
  expect([status, stderr]).toEqual([1, 'The command cannot start: ErrImagePull not found\n']);
  expect(calls.at(-1)!.args).toContain('delete');
});

test('a cluster that is away for a moment is asked again, and its command runs on', () => {
  const { status, stdout, calls } = operate(
    ['verify'],
    ['no answer', { running: {} }, 'no answer', { running: {} }, { terminated: { exitCode: 0 } }],
  );
  expect([status, stdout]).toEqual([0, 'what the command said\n'.repeat(2)]);
  expect(calls.at(-1)!.args).toContain('delete');
});

test('a command of which nothing is known any more is left to itself', () => {
  const { status, stderr, calls } = operate(['verify'], [{ running: {} }, 'no answer'], FASTER);
  expect([status, stderr]).toEqual([1, expect.stringContaining('may run on: kubectl -n shop logs --follow job/shop-ops-abcde')]);
  expect(calls.some(({ args }) => args.includes('delete'))).toBe(false);
});

test('a pod that was taken from its node is said to be so, and no end of the command', () => {
  const conditions = [{ type: 'DisruptionTarget', status: 'True' }];
  for (const state of ['gone' as const, { conditions, terminated: { exitCode: 143 } }]) {
    const { status, stderr, calls } = operate(['verify'], [{ running: {} }, state]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('The pod was taken from its node')]);
    expect(calls.at(-1)!.args).toContain('delete');
  }
  expect(operate(['verify'], [{ running: {} }, { conditions, terminated: { exitCode: 0 } }]).status).toBe(0);
});
