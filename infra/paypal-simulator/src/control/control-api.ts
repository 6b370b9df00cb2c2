import express, { type ErrorRequestHandler, Router } from 'express';
import type { PaypalControl } from './control';
import { FaultRefused, FAULTS, OPERATIONS, type Operation } from '../requests/faults';
import { PaypalProblem } from '../requests/problems';
import type { DisputeEnd, DisputeRequest } from '../payments/disputes';
import type { PayoutStatus } from '../state';
import type { ControlledRefund } from '../payments/refunds';

/** The switches under `/sim`. They accept JSON bodies only, so that no foreign web page can press them. */
export function controlApi(control: PaypalControl) {
  const router = Router();
  router.use(express.json());

  router.get('/faults', (_request, response) => void response.json(control.faults()));
  router.get('/faults/known', (_request, response) => void response.json(FAULTS));
  router.post('/faults', (request, response) => {
    const faults = (Array.isArray(request.body) ? request.body : [request.body ?? {}]) as Parameters<
      typeof control.addFault
    >[0][];
    response.status(201).json(faults.map((fault) => control.addFault(fault)));
  });
  router.delete('/faults', (request, response) => {
    const { operation } = request.query;
    control.clearFaults(OPERATIONS.includes(operation as Operation) ? (operation as Operation) : undefined);
    response.status(204).end();
  });

  router.post('/approve', (request, response) => {
    const { token, decline, days_ago: daysAgo } = request.query;
    const options = { decline: decline === '1', daysAgo: Number(daysAgo) || 0 };
    response.json(control.approve(typeof token === 'string' ? token : '', options));
  });
  router.post('/orders/:id/void', (request, response) => void response.json(control.voidOrder(request.params.id)));
  router.delete('/orders/:id', (request, response) => {
    control.forgetOrder(request.params.id);
    response.status(204).end();
  });

  router.post('/captures/:id/complete', (request, response) => void response.json(control.completeCapture(request.params.id)));
  router.post('/captures/:id/deny', (request, response) => void response.json(control.denyCapture(request.params.id)));
  router.post('/captures/:id/refund', (request, response) => {
    response.status(201).json(control.refund(request.params.id, (request.body ?? {}) as ControlledRefund));
  });
  router.post('/refunds/:id/complete', (request, response) => void response.json(control.completeRefund(request.params.id)));
  router.post('/refunds/:id/fail', (request, response) => void response.json(control.failRefund(request.params.id)));
  router.post('/captures/:id/dispute', (request, response) => {
    response.status(201).json(control.dispute(request.params.id, (request.body ?? {}) as DisputeRequest));
  });
  router.post('/disputes/:id/resolve', (request, response) => {
    response.json(control.resolveDispute(request.params.id, (request.body ?? {}) as DisputeEnd));
  });
  router.post('/disputes/:id/move', (request, response) => {
    response.json(control.moveDispute(request.params.id, (request.body ?? {}) as Parameters<typeof control.moveDispute>[1]));
  });
  router.post('/funds', (request, response) => {
    control.setFunds(Number((request.body as { minor?: number } | undefined)?.minor) || 0);
    response.status(204).end();
  });
  router.post('/payees', (request, response) => {
    const { receiver = '', status = 'SUCCESS' } = (request.body ?? {}) as { receiver?: string; status?: PayoutStatus };
    control.setPayee(receiver, status);
    response.status(204).end();
  });
  router.post('/payouts-item/:id/:status', (request, response) => {
    const { id, status } = request.params;
    response.json(control.movePayoutItem(id, status.toUpperCase() as PayoutStatus, request.query.quiet === '1'));
  });
  router.post('/payouts/:id/deny', (request, response) => void response.json(control.denyPayout(request.params.id)));
  router.post('/age', (request, response) => {
    control.age(Number((request.body as { hours?: number } | undefined)?.hours) || 0);
    response.status(204).end();
  });

  router.post('/webhooks/replay/:id', async (request, response) => {
    const record = await control.replayWebhook(request.params.id);
    response.status(record ? 200 : 404).json(record ?? { error: 'No such event.' });
  });
  router.delete('/tokens', (_request, response) => {
    control.revokeTokens();
    response.status(204).end();
  });
  router.get('/ledger', (_request, response) => void response.json(control.ledger()));

  router.use(explain);
  return router;
}

const explain: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof PaypalProblem) return void response.status(error.status).json(error.body);
  if (error instanceof FaultRefused) return void response.status(400).json({ error: error.message });
  next(error);
};
