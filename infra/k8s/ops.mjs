// Runs an operator's command inside the cluster: `node infra/k8s/ops.mjs check --only sold-once`
// (docs/kubernetes.md#operators-commands).
// The CronJob `shop-ops` holds the image, the secrets and the rights; it is suspended, so it never runs by itself. This script
// makes a Job from it, prints what the command prints, ends with the command's exit code, and deletes the Job. It needs kubectl
// and an account that may make Jobs in the namespace and read their logs.
import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const NAMESPACE = 'shop';
/** The command must start within this time; pulling the image takes most of it. */
const STARTS_WITHIN_MS = 120_000;
const CANNOT_START = [
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'CreateContainerConfigError',
  'CreateContainerError',
];

const kubectl = (args, input) =>
  execFileSync('kubectl', ['--namespace', NAMESPACE, ...args], { encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'inherit'] });

const { spec } = JSON.parse(kubectl(['get', 'cronjob', 'shop-ops', '--output=json']));
const job = spec.jobTemplate.spec;
job.template.spec.containers[0].args = process.argv.slice(2);
const manifest = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { generateName: 'shop-ops-', namespace: NAMESPACE },
  spec: job,
};
const name = kubectl(['create', '--filename=-', '--output=name'], JSON.stringify(manifest)).trim().replace('job.batch/', '');
const takeAway = () => kubectl(['delete', 'job', name, '--cascade=background', '--wait=false']);
// Ctrl-C ends kubectl as well; this script goes on, so that the Job is deleted
let interrupted = false;
process.on('SIGINT', () => (interrupted = true));

/** Waits until the Job's pod is in a state that `enough` accepts. @throws Error when it cannot start, or not within `withinMs` */
async function podWhen(enough, withinMs) {
  for (const until = Date.now() + withinMs; ; await pause(500)) {
    const [pod] = JSON.parse(kubectl(['get', 'pods', `--selector=job-name=${name}`, '--output=json'])).items;
    const state = pod?.status?.containerStatuses?.[0]?.state ?? {};
    if (enough(state)) return { pod: pod.metadata.name, state };
    const { reason, message = '' } = state.waiting ?? {};
    if (CANNOT_START.includes(reason)) throw new Error(`The command cannot start: ${reason} ${message}`.trimEnd());
    if (Date.now() > until)
      throw new Error(`The command did not start within ${withinMs / 1000} s: kubectl -n ${NAMESPACE} describe job ${name}`);
  }
}

const isThere = ({ running, terminated }) => running || terminated;

/**
 * Shows what the command prints until it has ended. A stream may break before: a proxy before the cluster ends connections that are silent.
 * → the command's exit code. The Job's own deadline bounds the wait.
 */
async function follow(pod) {
  for (let since = []; !interrupted; await pause(500)) {
    spawnSync('kubectl', ['--namespace', NAMESPACE, 'logs', '--follow', ...since, pod], { stdio: 'inherit' });
    since = [`--since-time=${new Date().toISOString()}`];
    const { state } = await podWhen(isThere, STARTS_WITHIN_MS);
    if (state.terminated) return state.terminated.exitCode;
  }
  return 130; // as a shell says of Ctrl-C
}

try {
  const { pod } = await podWhen(isThere, STARTS_WITHIN_MS);
  process.exitCode = await follow(pod);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  takeAway();
}
