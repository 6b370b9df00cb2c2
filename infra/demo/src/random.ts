import assert from 'node:assert/strict';
export { randomOf } from '@shop/documents/covers';

export function pick<T>(random: () => number, from: readonly T[]): T {
  const choice = from[Math.floor(random() * from.length)];
  assert(choice !== undefined, 'there is something to pick from');
  return choice;
}
