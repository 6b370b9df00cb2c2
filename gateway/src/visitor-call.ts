import { randomUUID } from 'node:crypto';
import { signCaller } from '@shop/kit';

const VISITOR = { userId: null, admin: false, sessionId: null, address: 'gateway', internal: false, unsure: false };

/** Asks a service what it tells anybody; any status is an answer. @throws Error when there is none within `timeoutMs`. */
export const askAsVisitor = (url: string, privateKey: string, timeoutMs = 3000): Promise<Response> =>
  fetch(url, {
    headers: { authorization: `Bearer ${signCaller({ ...VISITOR, requestId: randomUUID() }, privateKey)}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
