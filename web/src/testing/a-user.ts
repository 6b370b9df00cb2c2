import type { DetailsView, SessionView, UserView } from '@shop/contracts/views';

export const aUser = (more: Partial<UserView> = {}): UserView => ({
  id: 7,
  name: 'Mira',
  last_name: 'Volk',
  email: 'mira@example.com',
  country: 'Germany',
  is_admin: 0,
  admin_role: null,
  suspended: null,
  is_seller: false,
  created_at: '2026-10-01T10:00:00Z',
  ...more,
});

/** An admin's account, by default an owner's. */
export const anAdmin = (more: Partial<UserView> = {}): UserView =>
  aUser({
    id: 5,
    name: 'Ada',
    last_name: 'L',
    email: 'a@shop.test',
    country: 'Sweden',
    is_admin: 1,
    admin_role: 'owner',
    ...more,
  });

export const aDetails = (cart: number[] = [], wishlist: number[] = [], user = aUser()): DetailsView => ({
  user,
  cart: cart.map((id) => ({ id })),
  wishlist: wishlist.map((id) => ({ id })),
  pending_email: null,
  erase_at: null,
  listVersions: { cart: 0, wishlist: 0 },
});

/** A token of this account's session. `rest` distinguishes several sessions of one account. */
export const aToken = (userId: number, rest = 'the-token') => `${userId}-${rest.padEnd(43, '_')}`;

export const aSession = (user = aUser(), token = aToken(user.id)): SessionView => {
  const { id, name, last_name, email, is_admin, admin_role, is_seller } = user;
  return { message: 'Login successful', token, user: { id, name, last_name, email, is_admin, admin_role, is_seller } };
};
