import type { ServiceRequestListQuery } from '@shop/contracts/forms';
import type { Page, ServiceRequestView } from '@shop/contracts/views';
import { notFound } from '@shop/http';
import { containing, pageOf, sortedBy, windowOf } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { accountEmailsOf, buyerNow } from '../buyers/buyer-now';
import { ServiceRequest, serviceRequestView } from './service-request.entity';

const SORTS = {
  id: 'asked.id',
  created_at: 'asked.createdAt',
  service: 'asked.service',
  state: 'asked.state',
  name: `asked.request->>'name'`,
};

/** Service requests for admins; without `page` the newest 1,000. @throws Refusal 400 with field `sort` for an unknown order */
export async function listServiceRequests(db: EntityManager, query: ServiceRequestListQuery): Promise<Page<ServiceRequestView>> {
  const { skip, take } = windowOf(query);
  const builder = db
    .createQueryBuilder(ServiceRequest, 'asked')
    .orderBy(sortedBy(query.sort, SORTS, 'asked.id'))
    .offset(skip)
    .limit(take);
  if (query.service) builder.andWhere('asked.service = :service', { service: query.service });
  if (query.state) builder.andWhere('asked.state = :state', { state: query.state });
  if (query.q) builder.andWhere(MATCHES, { number: query.q.replace(/^#/, ''), pattern: containing(query.q) });
  const [requests, total] = await builder.getManyAndCount();
  const emails = await accountEmailsOf(
    db,
    requests.map(({ buyerId }) => buyerId),
  );
  return pageOf(
    query,
    total,
    requests.map((request) => serviceRequestView(request, emails.get(request.buyerId) ?? null)),
  );
}

const MATCHES = `(asked.id::text = :number
  OR concat_ws(E'\\n', asked.request->>'name', asked.request->>'email', asked.request->>'description') ~* :pattern
  OR EXISTS (SELECT 1 FROM buyers WHERE buyers.user_id = asked.buyer_id AND NOT buyers.deleted AND buyers.email ~* :pattern))`;

/** @throws Refusal 404 */
export async function serviceRequestById(db: EntityManager, id: number): Promise<ServiceRequestView> {
  const request = await db.findOneBy(ServiceRequest, { id });
  if (!request) throw notFound('service request');
  const { accountEmail } = await buyerNow(db, request.buyerId);
  return serviceRequestView(request, accountEmail);
}
