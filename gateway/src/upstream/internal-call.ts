import { randomUUID } from 'node:crypto';
import { currentRequest, signCaller, traceHeaders } from '@shop/http';
import { askReplica, type Patience, type Replicas } from './replicas';

/**
 * Asks a service on behalf of the gateway itself.
 * → the JSON of the answer
 * @throws Error when the service does not answer 2xx in time
 */
export async function callInternal(
  replicas: Replicas,
  path: string,
  privateKey: string,
  body?: unknown,
  patience: Patience = { withinMs: 5000 },
): Promise<unknown> {
  const caller = {
    userId: null,
    admin: false,
    role: null,
    steppedUp: false,
    sessionId: null,
    address: 'gateway',
    requestId: currentRequest.getStore()?.requestId ?? randomUUID(),
    internal: true,
    unsure: false,
    device: null,
  };
  const question = {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...traceHeaders(),
      authorization: `Bearer ${signCaller(caller, privateKey, replicas.service)}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const response = await askReplica(replicas, path, question, patience);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}
