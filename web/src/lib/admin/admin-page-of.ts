import type { Subject } from '@shop/contracts/constants';
import { paths } from '../paths';

/** A store or an account has no page but a row of its list. A search for # (%23) and a number finds the row with that id alone. */
const rowOf = (list: 'sellers' | 'users', id: number) => paths.admin.page(`${list}?q=%23${id}`);

/** Where the administration shows each subject. */
export const adminPageOf: Record<Subject, (id: number) => string> = {
  order: (id) => paths.admin.page(`orders/${id}`),
  track: (id) => paths.admin.page(`products/edit/${id}`),
  store: (id) => rowOf('sellers', id),
  account: (id) => rowOf('users', id),
};
