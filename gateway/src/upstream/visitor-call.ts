import { randomUUID } from 'node:crypto';
import { currentRequest, signCaller, traceHeaders } from '@shop/http';
import { askReplica, type Replicas } from './replicas';

/** A caller without a session; `address` is that of the gateway's own questions. */
export const VISITOR = {
  userId: null,
  admin: false,
  role: null,
  steppedUp: false,
  sessionId: null,
  address: 'gateway',
  internal: false,
  unsure: false,
  device: null,
};

const PATIENCE = { withinMs: 3000 };

/** Asks a service like a visitor; any status counts as an answer. @throws Error when there is no answer within 3 s. */
export const askAsVisitor = (
  replicas: Replicas,
  path: string,
  privateKey: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  askReplica(
    replicas,
    path,
    {
      headers: {
        ...headers,
        ...traceHeaders(),
        authorization: `Bearer ${signCaller({ ...VISITOR, requestId: currentRequest.getStore()?.requestId ?? randomUUID() }, privateKey, replicas.service)}`,
      },
    },
    PATIENCE,
  );
