import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { id } from '@shop/contracts/forms';
import type { DetailsView } from '@shop/contracts/views';
import { endpoint, notFound, type Endpoint } from '@shop/kit';
import { entriesOf } from '../lists/lists';
import { userById } from './find-user';
import { viewOf } from './user.entity';

const UserId = z.strictObject({ id });

export function accountEndpoints(source: DataSource): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/api/users/:id/details',
      who: { owner: 'id', admin: true, hidden: true },
      summary: 'A user with the ids of cart and wishlist; 404 for everybody but owner and admin',
      params: UserId,
      async handle({ params }): Promise<DetailsView> {
        const user = await userById(source.manager, params.id);
        if (!user) throw notFound('user');
        const [cart, wishlist] = await Promise.all([entriesOf(source, user.id, 'cart'), entriesOf(source, user.id, 'wishlist')]);
        return { user: viewOf(user), cart, wishlist };
      },
    }),
  ];
}
