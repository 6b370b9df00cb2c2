import type { Service, ServiceRequestState } from '@shop/contracts/constants';
import type { ServiceRequestView } from '@shop/contracts/views';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { wishesOf, type Request } from './wishes';

@Entity('service_requests')
export class ServiceRequest {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('text') service!: Service;
  @Column('text', { default: 'new' }) state!: ServiceRequestState;
  @Column('int', { name: 'buyer_id' }) buyerId!: number;
  @Column('jsonb') request!: Request;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}

/** A service request as admins see it; `accountEmail` is the confirmed address of its sender, null while unknown. */
export const serviceRequestView = (
  { id, service, state, buyerId, request, createdAt }: ServiceRequest,
  accountEmail: string | null,
): ServiceRequestView => ({
  id,
  service,
  state,
  name: request.name,
  email: request.email,
  account_email: accountEmail,
  description: request.description,
  wishes: wishesOf(service, request),
  created_at: createdAt.toISOString(),
  user_id: buyerId,
});
