import { z } from 'zod';
import { askService, SERVICES } from '../services';
import type { Invocation } from './command';
import { readArgs } from './read-args';

/**
 * Prints the faults of the configuration, in sentences that name the variable and what to do (docs/operating.md#what-is-wrong).
 * When each part has its own, it tries the operator ports and says how to ask the parts.
 * @returns 1 for any fault, else 0
 */
export async function doctor({ reach, args, say }: Invocation): Promise<number> {
  readArgs(z.strictObject({}), args);
  const findings = reach.examine ? await reach.examine() : await examineDoors(reach);
  for (const [part, sentences] of Object.entries(findings)) {
    for (const sentence of sentences) say(`${part}: ${sentence}`);
    if (sentences.length === 0) say(`${part}: nothing wrong.`);
  }
  if (!reach.examine) {
    say('Each part says what is wrong with its own configuration: node services/orders/dist/main.js doctor in its container,');
    say('and so on for each service; node gateway/dist/main.js doctor for the gateway.');
  }
  return Object.values(findings).some((sentences) => sentences.length > 0) ? 1 : 0;
}

async function examineDoors(reach: Invocation['reach']): Promise<Record<string, string[]>> {
  const doors = await reach.doors();
  const checks = SERVICES.map(async (name) => {
    const wrong = await askService(doors, name, '/parked').then(
      () => [],
      (error: Error) => [`${name.toUpperCase()}_OPS_URL or ${name.toUpperCase()}_OPS_TOKEN: ${error.message}`],
    );
    return [name, wrong] as const;
  });
  return Object.fromEntries(await Promise.all(checks));
}
