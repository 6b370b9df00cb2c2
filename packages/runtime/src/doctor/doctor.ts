import type { z } from 'zod';
import { readConfig, UnusableConfig } from '../config';
import { reasonOf } from './guessable';

/** How a program looks at its own configuration: with its own schema, and with what it finds when it tries what is configured. */
export type Examined<Config> = {
  name: string;
  config: z.ZodType<Config>;
  examine: (config: Config) => Promise<string[]>;
};

/**
 * What is wrong with a part's configuration, in sentences that name the variable and what to do. An unusable one is not tried out.
 * → nothing when all is well
 */
export async function diagnose<Config>(
  { config: schema, examine }: Examined<Config>,
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

/** Writes what is wrong with a part. → the exit code: 1 when anything is */
export async function tellDiagnosis<Config>(
  part: Examined<Config>,
  env: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<number> {
  const wrong = await diagnose(part, env);
  for (const sentence of wrong) say(`${part.name}: ${sentence}`);
  if (wrong.length === 0) say(`${part.name}: nothing wrong.`);
  return wrong.length === 0 ? 0 : 1;
}
