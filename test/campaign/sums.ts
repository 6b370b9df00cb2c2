import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What one run of the campaign did and found. */
export type Run = {
  minutes: number;
  seed: string;
  faults: Record<string, number>;
  kills: number;
  events: number;
  purchases: number;
  done: Record<string, number>;
  recoveriesMs: number[];
  rounds: number;
  violations: string[];
};

/** Adds a run to those of before, which the file keeps. → all of them */
export async function addRun(file: string, run: Run): Promise<Run[]> {
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${JSON.stringify(run)}\n`);
  return (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Run);
}

const sumOf = (runs: readonly Run[], of: (run: Run) => number) => runs.reduce((sum, run) => sum + of(run), 0);
const added = (all: readonly Record<string, number>[]) =>
  all.reduce<Record<string, number>>((sum, one) => {
    for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count;
    return sum;
  }, {});

/** The sums of all runs, a line each. Times in seconds. */
export function inWords(runs: readonly Run[]): string[] {
  const recoveries = runs.flatMap(({ recoveriesMs }) => recoveriesMs).sort((a, b) => a - b);
  const at = (share: number) => ((recoveries[Math.floor(recoveries.length * share)] ?? 0) / 1000).toFixed(1);
  const count = (value: number) => value.toLocaleString('en');
  return [
    `${runs.length} runs, ${Math.round(sumOf(runs, ({ minutes }) => minutes))} minutes, ${sumOf(runs, ({ rounds }) => rounds)} rounds`,
    `${count(sumOf(runs, ({ kills }) => kills))} kills, ${count(sumOf(runs, ({ events }) => events))} events, ${count(sumOf(runs, ({ purchases }) => purchases))} purchases`,
    ...Object.entries(added(runs.map(({ faults }) => faults))).map(([name, times]) => `  ${count(times).padStart(7)} ${name}`),
    ...Object.entries(added(runs.map(({ done }) => done))).map(([name, times]) => `  ${count(times).padStart(7)} ${name}`),
    `back after a kill: median ${at(0.5)} s, 95 % within ${at(0.95)} s`,
    `violations: ${sumOf(runs, ({ violations }) => violations.length)}`,
    ...runs.flatMap(({ violations }) => violations).map((line) => `  ${line}`),
  ];
}
