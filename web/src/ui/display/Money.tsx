import { dollarsToCents, formatCents, formatWholeDollars } from '@shop/contracts/pricing';

type Amount = { cents: number; dollars?: never } | { dollars: number; cents?: never };

/** An amount with its cents, or in whole dollars rounded down (docs/product/screens.md#prices). */
export function Money({ whole = false, cents, dollars }: Amount & { whole?: boolean }) {
  const inCents = cents ?? dollarsToCents(dollars);
  return <span className="mono">{whole ? formatWholeDollars(inCents / 100) : formatCents(inCents)}</span>;
}
