import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onlyKnownHosts } from '@shop/http/known-hosts';
import express from 'express';
import { issueCertificate } from './webhooks/certificate';
import { createControl, type PaypalControl } from './control/control';
import { controlApi } from './control/control-api';
import { createFaults } from './requests/faults';
import { createRequestLog } from './requests/ledger';
import { pages } from './pages';
import { paypalApi } from './paypal-api';
import { performing } from './requests/perform';
import { createRequestIds } from './requests/request-ids';
import type { Simulator } from './simulator';
import { openState } from './state';
import { createTokens } from './requests/tokens';
import { createWebhooks } from './webhooks/webhooks';

type PaypalSimulatorOptions = {
  host?: string;
  port?: number;
  clientId?: string;
  secret?: string;
  /** The origin for the buyer's browser, when servers use another one. */
  publicUrl?: string;
  /**
   * The origin for the shop's servers, when it is not the address that the simulator listens on. The webhooks' certificate is
   * served there.
   */
  apiUrl?: string;
  /** The address that receives webhooks; without one they wait for `setWebhookUrl`. */
  webhookUrl?: string;
  webhookId?: string;
  /** Pauses in milliseconds before each retry of a webhook that was not answered with 2xx. */
  webhookRetryMs?: number[];
  /** The most transactions of one report; PayPal refuses a report of more than 10,000. */
  reportLimit?: number;
  /** The file that keeps orders and payments over a restart. */
  stateFile?: string;
  /** Names that the simulator accepts in calls, beside those of this machine. */
  allowedHosts?: string[];
};

export type PaypalSimulator = {
  url: string;
  clientId: string;
  secret: string;
  webhookId: string;
  setWebhookUrl(url: string | undefined): void;
  control: PaypalControl;
  close(): Promise<void>;
};

/**
 * A stand-in for PayPal: the REST API (OAuth, Orders v2, Payments v2, Payouts v1, webhooks), the browser SDK with its approval
 * window, and switchable faults, all on one origin. Control page at `/`.
 */
export async function startPaypalSimulator(options: PaypalSimulatorOptions = {}): Promise<PaypalSimulator> {
  const { host = '127.0.0.1', port = 0, clientId = 'sim-client', secret = 'sim-secret', webhookId = 'WH-SIM-1' } = options;
  const { state, saveEntries } = await openState(options.stateFile);
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  const publicUrl = options.publicUrl?.replace(/\/$/, '') ?? url;

  const certificate = issueCertificate(state.keys.publicKey);
  const webhooks = createWebhooks(state, saveEntries, {
    url: options.webhookUrl,
    webhookId,
    retryMs: options.webhookRetryMs ?? [1000, 5000, 30_000],
    certUrl: `${options.apiUrl?.replace(/\/$/, '') ?? url}/v1/notifications/certs/${certificate.id}`,
  });
  const simulator: Simulator = { state, saveEntries, publicUrl, emit: webhooks.emit, reportLimit: options.reportLimit ?? 10_000 };
  const tokens = createTokens(clientId, secret);
  const faults = createFaults();
  const log = createRequestLog();
  const requestIds = createRequestIds(state, saveEntries);
  const control = createControl(simulator, { faults, tokens, webhooks, log, requestIds });
  const perform = performing({ tokens, faults, requestIds, log });

  const app = express();
  app.disable('x-powered-by');
  app.use(onlyKnownHosts(options.allowedHosts ?? []));
  app.get('/health', (_request, response) => void response.json({ status: 'ok' }));
  app.use(pages(simulator, clientId));
  app.use('/sim', controlApi(control));
  app.get(`/v1/notifications/certs/${certificate.id}`, (_request, response) => {
    response.type('application/x-pem-file').end(certificate.pem);
  });
  app.use(paypalApi(simulator, tokens, webhookId, perform));
  server.on('request', app);
  webhooks.resume();

  return {
    url,
    clientId,
    secret,
    webhookId,
    setWebhookUrl: webhooks.setUrl,
    control,
    async close() {
      webhooks.stop();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
