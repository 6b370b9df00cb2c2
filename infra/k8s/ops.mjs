// Runs an operator's command inside the cluster: `node infra/k8s/ops.mjs check --only sold-once`
// (docs/kubernetes.md#operators-commands). The suspended CronJob `shop-ops` holds the image, the secrets and the rights. This
// script makes a Job from it, prints the command's output, ends with its exit code, and deletes the Job. It needs kubectl and an
// account that may make Jobs in the namespace and read their logs.
import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const NAMESPACE = 'shop';
/** The command must start within this time; pulling the image takes most of it. */
const STARTS_WITHIN_MS = 120_000;
/** The API server may be away for this long, because of an upgrade or a proxy. */
const ANSWERS_WITHIN_MS = 60_000;
/** The exit code of a shell after Ctrl-C. */
const INTERRUPTED = 130;
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
// Ctrl-C ends kubectl as well; this script goes on, so that the Job is deleted.
let interrupted = false;
process.on('SIGINT', () => (interrupted = true));

/** The command may still run. */
class OutOfSight extends Error {}

/**
 * @returns the Job's pod, as it is now.
 * @throws OutOfSight when the cluster does not answer
 */
async function look() {
  for (const until = Date.now() + ANSWERS_WITHIN_MS; ; await pause(1000)) {
    try {
      return JSON.parse(kubectl(['get', 'pods', `--selector=job-name=${name}`, '--output=json'])).items[0];
    } catch {
      if (!interrupted && Date.now() < until) continue;
      throw new OutOfSight(
        `The cluster does not answer, and the command may run on: kubectl -n ${NAMESPACE} logs --follow job/${name}. Its Job goes ten minutes after it has ended.`,
      );
    }
  }
}

const stateOf = (pod) => pod?.status?.containerStatuses?.[0]?.state ?? {};

/**
 * Waits until the command runs or has run.
 * @returns its pod's name.
 * @throws Error when it cannot start, or not in time
 */
async function started() {
  for (const until = Date.now() + STARTS_WITHIN_MS; ; await pause(500)) {
    const pod = await look();
    const { running, terminated, waiting: { reason, message = '' } = {} } = stateOf(pod);
    if (running || terminated) return pod.metadata.name;
    if (CANNOT_START.includes(reason)) throw new Error(`The command cannot start: ${reason} ${message}`.trimEnd());
    if (Date.now() > until)
      throw new Error(
        `The command did not start within ${STARTS_WITHIN_MS / 1000} s: kubectl -n ${NAMESPACE} describe job ${name}`,
      );
  }
}

/** Whether the pod had to leave its node: for a drain, or because the node is short of something or away. */
const isTaken = (pod) =>
  (pod.status?.conditions ?? []).some(({ type, status }) => type === 'DisruptionTarget' && status === 'True');

/**
 * Shows the command's output until it has ended. A proxy before the cluster may break a silent stream earlier.
 * @returns the command's exit code. The Job's own deadline bounds the wait.
 */
async function follow(pod) {
  for (let since = []; !interrupted; await pause(500)) {
    spawnSync('kubectl', ['--namespace', NAMESPACE, 'logs', '--follow', ...since, pod], { stdio: 'inherit' });
    since = [`--since-time=${new Date().toISOString()}`];
    const now = await look();
    const { running, terminated } = stateOf(now);
    if (running) continue;
    if (terminated && (terminated.exitCode === 0 || !isTaken(now))) return terminated.exitCode;
    throw new Error('The pod was taken from its node before the command had ended: see how far it came, and run it again.');
  }
  return INTERRUPTED;
}

let mayRunOn = false;
try {
  process.exitCode = await follow(await started());
} catch (error) {
  mayRunOn = error instanceof OutOfSight && !interrupted;
  console.error(error.message);
  process.exitCode = interrupted ? INTERRUPTED : 1;
} finally {
  if (!mayRunOn) takeAway();
}
