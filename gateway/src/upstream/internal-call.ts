import { randomUUID } from 'node:crypto';
import { signCaller } from '@shop/http';
import type { ServiceName } from '../routes';

/** A call that the gateway makes on its own behalf. @throws Error when the service does not answer 200 within `timeoutMs`. */
export async function callInternal(
  service: ServiceName,
  url: string,
  privateKey: string,
  body?: unknown,
  timeoutMs = 5000,
): Promise<unknown> {
  const caller = {
    userId: null,
    admin: false,
    role: null,
    steppedUp: false,
    sessionId: null,
    address: 'gateway',
    requestId: randomUUID(),
    internal: true,
    unsure: false,
    device: null,
  };
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${signCaller(caller, privateKey, service)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return response.json();
}
