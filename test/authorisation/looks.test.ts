import type { Endpoint } from '@shop/http';
import { DECLARED } from './declared-services';

/** These show admins nothing personal, or are recorded in another way. */
const NOT_PERSONAL = [
  '/api/announcements',
  '/api/announcements/:id',
  '/api/audit-log',
  '/api/coupons',
  '/api/orders/differences',
  '/api/packages/:id',
  '/api/packages/:id/files/:fileId',
  '/api/packages/:id/recordings',
  '/api/products',
  '/api/products/:id',
  '/api/products/:id/recordings',
  '/api/seal-checks',
  '/api/sellers/:id/tracks',
  '/api/sellers/:id/verification',
  '/api/sellers/unsold-tracks',
  '/api/stores',
  '/api/uploads/:id',
];

const letsAdminsIn = ({ who }: Pick<Endpoint, 'who'>) =>
  who === 'admin' || (typeof who === 'object' && ('roles' in who || (who.admin !== false && who.admin !== undefined)));

test('everybody except its owner who opens personal data is recorded, on every call', () => {
  const unseen = Object.values(DECLARED)
    .flatMap(({ endpoints }) => endpoints)
    .filter((route) => route.method === 'get' && letsAdminsIn(route) && !route.look)
    .map(({ path }) => path);
  expect(unseen.filter((path) => !NOT_PERSONAL.includes(path)).sort()).toEqual([]);
});
