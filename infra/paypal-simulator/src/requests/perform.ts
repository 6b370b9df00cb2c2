import type { Request, RequestHandler, Response } from 'express';
import type { Fault, Faults, FaultKind, Operation } from './faults';
import { newDebugId, timestamp } from '../ids';
import type { LoggedRequest, RequestLog } from './ledger';
import { mockedProblem } from './mock-response';
import { internalError, PaypalProblem, rateLimited, unauthenticated } from './problems';
import type { RequestIds } from './request-ids';
import type { Tokens } from './tokens';

export type Answer = { status: number; body: unknown };

export type Call = {
  request: Request;
  fault: FaultKind | undefined;
  /**
   * For work that must not be done twice: `again` looks up the earlier result of the request id; `once` does the work and names the
   * id of the result.
   */
  idempotent: (again: (madeId: string) => Answer | undefined, once: () => { madeId: string; answer: Answer }) => Answer;
};

type Surroundings = { tokens: Tokens; faults: Faults; requestIds: RequestIds; log: RequestLog };

/** Wraps an operation of the API in everything that all operations share: the log, authentication, request ids, and faults. */
export const performing =
  ({ tokens, faults, requestIds, log }: Surroundings) =>
  (operation: Operation, work: (call: Call) => Answer): RequestHandler =>
  async (request, response) => {
    const requestId = request.get('paypal-request-id');
    const entry = log.add({
      at: timestamp(),
      operation,
      method: request.method,
      path: request.path,
      ...(requestId && { requestId }),
      ...(request.params.orderId && { orderId: String(request.params.orderId) }),
      replay: false,
    });
    if (operation !== 'token' && !tokens.isValid(request.get('authorization'))) {
      return send(response, entry, problemAnswer(unauthenticated()));
    }

    const fault = faults.take(operation);
    if (fault) entry.fault = fault.fault;
    let end = () => {};
    const idempotent: Call['idempotent'] = (again, once) => {
      const attempt = requestId ? requestIds.begin(operation, request.path, requestId) : undefined;
      if (attempt) end = () => void attempt.end();
      const earlierAnswer = attempt?.madeBefore && again(attempt.madeBefore);
      if (earlierAnswer) {
        entry.replay = true;
        return earlierAnswer;
      }
      const { madeId, answer } = once();
      attempt?.made(madeId);
      return answer;
    };

    response.on('close', () => end());
    const answer = perform(request, fault, () => work({ request, fault: fault?.fault, idempotent }));
    noteOrder(entry, answer);
    if (fault?.fault === 'hang') await pause(fault.ms, response);
    end();
    return fault ? spoil(response, entry, fault.fault, answer) : send(response, entry, answer);
  };

function perform(request: Request, fault: Fault | undefined, work: () => Answer): Answer {
  try {
    if (fault?.fault === 'error-500') throw internalError();
    if (fault?.fault === 'rate-limited') throw rateLimited();
    const mockProblem = mockedProblem(request.get('paypal-mock-response'));
    if (mockProblem) throw mockProblem;
    return work();
  } catch (problem) {
    if (problem instanceof PaypalProblem) return problemAnswer(problem);
    throw problem;
  }
}

function spoil(response: Response, entry: LoggedRequest, fault: FaultKind, answer: Answer) {
  if (fault === 'drop-answer') {
    entry.status = 'dropped';
    response.socket?.destroy();
    return;
  }
  if (fault === 'error-500-after') return send(response, entry, problemAnswer(internalError()));
  if (fault === 'malformed') {
    entry.status = answer.status;
    response.status(answer.status).type('application/json').end(JSON.stringify(answer.body).slice(0, -7));
    return;
  }
  return send(response, entry, answer);
}

function send(response: Response, entry: LoggedRequest, { status, body }: Answer) {
  // The caller may have given up while the answer was held back.
  entry.status = response.socket?.destroyed ? 'dropped' : status;
  if (status === 429) response.set('retry-after', '1');
  const debugId = (body as { debug_id?: string }).debug_id ?? newDebugId();
  response.status(status).set('paypal-debug-id', debugId).json(body);
}

const problemAnswer = (problem: PaypalProblem): Answer => ({ status: problem.status, body: problem.body });

function noteOrder(entry: LoggedRequest, { status, body }: Answer) {
  if (entry.operation === 'create' && status < 300) entry.orderId = (body as { id: string }).id;
}

/** Ends early when the caller hangs up. */
const pause = (ms: number, response: Response) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    response.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
