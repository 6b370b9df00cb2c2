import type { z } from 'zod';
import { readConfig, UnusableConfig } from '../config';
import { reasonOf } from './guessable';

/** The schema of a program's configuration, and a function that tries the configured services. */
export type ProgramCheck<Config> = {
  name: string;
  config: z.ZodType<Config>;
  examine: (config: Config) => Promise<string[]>;
};

/**
 * Examines a part's configuration; an unusable one is not tried.
 * @returns the problems, in sentences that name variable and remedy
 */
export async function diagnose<Config>(
  { config: schema, examine }: ProgramCheck<Config>,
  env: Record<string, string | undefined>,
): Promise<string[]> {
  let config: Config;
  try {
    config = readConfig(schema, env);
  } catch (error) {
    if (error instanceof UnusableConfig) return error.faults;
    throw error;
  }
  return examine(config).catch((error: unknown) => [`This could not be looked at to its end: ${reasonOf(error)}`]);
}

/**
 * Writes the problems of a part.
 * @returns the exit code: 1 when there are any
 */
export async function printDiagnosis<Config>(
  part: ProgramCheck<Config>,
  env: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<number> {
  const wrong = await diagnose(part, env);
  for (const sentence of wrong) say(`${part.name}: ${sentence}`);
  if (wrong.length === 0) say(`${part.name}: nothing wrong.`);
  return wrong.length === 0 ? 0 : 1;
}
