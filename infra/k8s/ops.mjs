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
process.on('SIGINT', () => undefined);

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

try {
  const { pod } = await podWhen(({ running, terminated }) => running || terminated, STARTS_WITHIN_MS);
  spawnSync('kubectl', ['--namespace', NAMESPACE, 'logs', '--follow', pod], { stdio: 'inherit' });
  const { state } = await podWhen(({ terminated }) => terminated, 10_000);
  process.exitCode = state.terminated.exitCode;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  takeAway();
}
