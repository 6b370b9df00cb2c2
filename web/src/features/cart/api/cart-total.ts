import { dollarsToCents, itemCents } from '@shop/contracts/pricing';
import type { ProductView } from '@shop/contracts/views';

/** What the cart costs before the service fee, with the projects of the tracks in `chosenIds`. */
export const cartTotalCents = (products: readonly ProductView[], chosenIds: readonly number[]) =>
  products.reduce(
    (sum, { id, price, project_name }) =>
      sum +
      itemCents({ priceCents: dollarsToCents(price), hasProject: Boolean(project_name), includeProject: chosenIds.includes(id) }),
    0,
  );

/** The history state with which the checkout opens: the projects that this buyer chose for the tracks of the cart. */
export const checkoutState = (userId: number | null, ids: readonly number[], chosenIds: readonly number[]) => ({
  userId,
  projectSelections: Object.fromEntries(chosenIds.filter((id) => ids.includes(id)).map((id) => [id, true])),
});
