import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The results of one round of the campaign. All rounds of one run have the same seed. */
export type Round = {
  minutes: number;
  seed: string;
  faults: Record<string, number>;
  kills: number;
  events: number;
  purchases: number;
  done: Record<string, number>;
  recoveriesMs: number[];
  violations: string[];
};

export async function addRound(file: string, round: Round): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${JSON.stringify(round)}\n`);
}

/** All rounds in the file, of all runs. */
export async function roundsIn(file: string): Promise<Round[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Round);
}

const sumOf = (rounds: readonly Round[], of: (round: Round) => number) => rounds.reduce((sum, round) => sum + of(round), 0);
const added = (all: readonly Record<string, number>[]) =>
  all.reduce<Record<string, number>>((sum, sums) => {
    for (const [name, count] of Object.entries(sums)) sum[name] = (sum[name] ?? 0) + count;
    return sum;
  }, {});

/** The sums over all rounds as lines of text, with times in seconds. */
export function inWords(rounds: readonly Round[]): string[] {
  const recoveries = rounds.flatMap(({ recoveriesMs }) => recoveriesMs).sort((a, b) => a - b);
  const at = (share: number) => ((recoveries[Math.floor(recoveries.length * share)] ?? 0) / 1000).toFixed(1);
  const count = (value: number) => value.toLocaleString('en');
  return [
    `${new Set(rounds.map(({ seed }) => seed)).size} runs, ${Math.round(sumOf(rounds, ({ minutes }) => minutes))} minutes, ${rounds.length} rounds`,
    `${count(sumOf(rounds, ({ kills }) => kills))} kills, ${count(sumOf(rounds, ({ events }) => events))} events, ${count(sumOf(rounds, ({ purchases }) => purchases))} purchases`,
    ...Object.entries(added(rounds.map(({ faults }) => faults))).map(([name, times]) => `  ${count(times).padStart(7)} ${name}`),
    ...Object.entries(added(rounds.map(({ done }) => done))).map(([name, times]) => `  ${count(times).padStart(7)} ${name}`),
    `back after a kill: median ${at(0.5)} s, 95 % within ${at(0.95)} s`,
    `violations: ${sumOf(rounds, ({ violations }) => violations.length)}`,
    ...rounds.flatMap(({ violations }) => violations).map((line) => `  ${line}`),
  ];
}
