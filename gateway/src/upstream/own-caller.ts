import { randomUUID } from 'node:crypto';
import { currentRequest, signCaller, traceHeaders } from '@shop/http';
import type { Replicas } from './replicas';

/** A caller without a session; `address` is that of the gateway's own questions. */
export const VISITOR = {
  userId: null,
  admin: false,
  role: null,
  steppedUp: false,
  reauthenticated: false,
  sessionId: null,
  address: 'gateway',
  internal: false,
  unsure: false,
  device: null,
};

/** The headers of the gateway's own questions to a service: `internal` ones are those that only the gateway may ask. */
export const ownHeaders = ({ service }: Replicas, privateKey: string, internal: boolean) => {
  const requestId = currentRequest.getStore()?.requestId ?? randomUUID();
  return { ...traceHeaders(), authorization: `Bearer ${signCaller({ ...VISITOR, internal, requestId }, privateKey, service)}` };
};
