import type { EntityManager } from 'typeorm';
import { formatCents } from '@shop/contracts/pricing';
import type { OpenMatter } from '@shop/contracts/views';
import { openMattersOf, type OpenMatters } from './open-matters';

/**
 * The matters that keep the account's owner from deleting it, and what to do about each
 * (docs/product/accounts.md#deleting-ones-own-account).
 */
export const whatIsOpen = async (db: EntityManager, userId: number): Promise<OpenMatter[]> =>
  matterTexts(await openMattersOf(db, userId));

export const matterTexts = ({ payments, holds, disputes, owedCents, sales }: OpenMatters): OpenMatter[] => [
  ...(payments > 0
    ? [
        {
          kind: 'payment',
          message: `${many(payments, 'payment')} not settled yet. Please wait until that is done, or write to us.`,
        } as const,
      ]
    : []),
  ...(holds > 0
    ? [{ kind: 'hold', message: 'Tracks are held for you in an order. Pay for it, or wait until the hold has ended.' } as const]
    : []),
  ...(disputes > 0
    ? [
        {
          kind: 'dispute',
          message: `${many(disputes, 'dispute')} still open about your payments. Please wait until that is decided.`,
        } as const,
      ]
    : []),
  ...(owedCents > 0
    ? [
        {
          kind: 'balance',
          message: `${formatCents(owedCents)} is still owed to your store. Please wait until it is paid out.`,
        } as const,
      ]
    : []),
  ...(owedCents < 0
    ? [
        {
          kind: 'balance',
          message: `Your store was paid ${formatCents(-owedCents)} more than it has earned, not counting refunded sales. Its next sales make up for it; to settle it otherwise, please write to us.`,
        } as const,
      ]
    : []),
  ...(sales > 0
    ? [
        {
          kind: 'sale',
          message: 'Somebody holds a track of your store or is paying for it. Please wait until that has ended.',
        } as const,
      ]
    : []),
];

const many = (n: number, noun: string) => (n === 1 ? `One ${noun} is` : `${n} ${noun}s are`);
