import { ownHeaders } from './own-caller';
import { askReplica, type Replicas } from './replicas';

const PATIENCE = { withinMs: 3000 };

/** Asks a service like a visitor; any status counts as an answer. @throws Error when there is no answer within 3 s. */
export const askAsVisitor = (
  replicas: Replicas,
  path: string,
  privateKey: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  askReplica(replicas, path, { headers: { ...headers, ...ownHeaders(replicas, privateKey, false) } }, PATIENCE);
