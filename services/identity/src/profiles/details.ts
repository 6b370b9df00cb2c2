import type { DetailsView } from '@shop/contracts/views';
import { notFound } from '@shop/http';
import type { DataSource } from 'typeorm';
import { userById } from '../accounts/find-user';
import { deletionOf } from '../accounts/scheduled-deletion';
import { viewOf } from '../accounts/user.entity';
import { pendingEmailOf } from '../credentials/pending-change';
import { asEntries, listOf } from '../lists/lists';

/** An account with its cart and wishlist, for its owner and admins (docs/product/accounts.md#who-sees-an-account). @throws Refusal 404 */
export async function detailsOf(source: DataSource, userId: number): Promise<DetailsView> {
  const user = await userById(source.manager, userId);
  if (!user) throw notFound('user');
  const [cart, wishlist, pending_email, deletion] = await Promise.all([
    listOf(source, user.id, 'cart'),
    listOf(source, user.id, 'wishlist'),
    pendingEmailOf(source.manager, user.id),
    deletionOf(source.manager, user.id),
  ]);
  return {
    user: viewOf(user),
    cart: asEntries(cart.ids),
    wishlist: asEntries(wishlist.ids),
    listVersions: { cart: cart.version, wishlist: wishlist.version },
    pending_email,
    erase_at: deletion?.erase_at ?? null,
  };
}
