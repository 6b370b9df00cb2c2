import type { ServiceRequestState } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import type { ServiceRequestView } from '@shop/contracts/views';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { buyerNow } from '../buyers/buyer-now';
import { ServiceRequest, serviceRequestView } from './service-request.entity';

/**
 * Notes what an admin has done about a request. The buyer is not told.
 * @returns the request
 * @throws Refusal 404
 */
export async function setRequestState(
  { db, emit }: Tx,
  adminId: number,
  id: number,
  state: ServiceRequestState,
): Promise<ServiceRequestView> {
  const request = await locked(db, ServiceRequest, { id });
  if (!request) throw notFound('service request');
  const before = { state: request.state };
  request.state = state;
  await db.save(request);
  const subject = { type: 'service request', id, name: `Request ${id}` };
  await emit(...adminActed(adminId, 'service-request.state-changed', subject, { before, after: { state } }));
  const { accountEmail } = await buyerNow(db, request.buyerId);
  return serviceRequestView(request, accountEmail);
}
