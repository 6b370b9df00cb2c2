import type { Service } from '@shop/contracts/constants';
import { ServiceRequested } from '@shop/contracts/events';
import { jsonb, type Tx } from '@shop/messaging';
import { buyerNow } from '../buyers/buyer-now';
import { refuseDeletedBuyer, lockBuyer } from '../buyers/buyer-locks';
import type { Wish } from './wishes';

export type ServiceForm = { name: string; email: string; description: string; recaptchaToken?: string };

/**
 * Stores a service request as it was sent and announces it (docs/product/service-requests.md#what-follows). An identical request
 * of the last hour that nobody has answered is not stored again: its sender did not get the answer.
 * @returns its id
 * @throws Refusal 401
 */
export async function requestService(
  { db, emit }: Tx,
  service: Service,
  buyerId: number,
  { recaptchaToken: _, ...request }: ServiceForm,
  wishes: Wish[],
): Promise<number> {
  await lockBuyer(db, buyerId);
  await refuseDeletedBuyer(db, buyerId);
  const requestJson = jsonb(request);
  const [same] = await db.query<{ id: number }[]>(
    `SELECT id FROM service_requests
     WHERE buyer_id = $1 AND service = $2 AND request = $3 AND state = 'new' AND created_at > now() - interval '1 hour' LIMIT 1`,
    [buyerId, service, requestJson],
  );
  if (same) return same.id;
  const [{ id: requestId }] = await db.query<[{ id: number }]>(
    'INSERT INTO service_requests (service, buyer_id, request) VALUES ($1, $2, $3) RETURNING id',
    [service, buyerId, requestJson],
  );
  const { name, email, description } = request;
  const { accountEmail } = await buyerNow(db, buyerId);
  await emit(ServiceRequested({ requestId, service, buyerId, accountEmail, name, email, wishes, description }));
  return requestId;
}
