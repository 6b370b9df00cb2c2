import type { Service } from '@shop/contracts/constants';
import { ServiceRequested } from '@shop/contracts/events';
import { jsonb, type Tx } from '@shop/messaging';
import { accountEmailOf } from '../buyers/account-email';
import { refuseDeletedBuyer } from '../buyers/refuse-deleted-buyer';
import type { Wish } from './wishes';

export type Asked = { name: string; email: string; description: string; recaptchaToken?: string };

/**
 * Keeps a service request as it was sent and announces it; the mails follow from the event (docs/product/service-requests.md#what-follows).
 * → its id @throws Refusal 401
 */
export async function requestService(
  { db, emit }: Tx,
  service: Service,
  buyerId: number,
  { recaptchaToken: _, ...request }: Asked,
  wishes: Wish[],
): Promise<number> {
  await refuseDeletedBuyer(db, buyerId);
  const [{ id: requestId }] = await db.query<[{ id: number }]>(
    'INSERT INTO service_requests (service, buyer_id, request) VALUES ($1, $2, $3) RETURNING id',
    [service, buyerId, jsonb(request)],
  );
  const { name, email, description } = request;
  const accountEmail = await accountEmailOf(db, buyerId);
  await emit(ServiceRequested({ requestId, service, buyerId, accountEmail, name, email, wishes, description }));
  return requestId;
}
