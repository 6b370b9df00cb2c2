import assert from 'node:assert/strict';
export { randomOf } from '@shop/documents/covers';

export function pick<T>(random: () => number, from: readonly T[]): T {
  const one = from[Math.floor(random() * from.length)];
  assert(one !== undefined, 'there is something to pick from');
  return one;
}
