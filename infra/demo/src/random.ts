export { randomOf } from '@shop/documents/covers';

export const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
