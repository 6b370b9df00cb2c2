import { join } from 'node:path';
import { startMailInbox } from '@shop/mail-inbox';
import { startPaypalSimulator } from '@shop/paypal-simulator';
import type { LocalConfig } from '../config';
import { postgresIn } from '../data-dir';
import { supervisePostgres } from './kept-postgres';

/** Functions that stop the started parts; the last one is called first. */
export type Stops = (() => Promise<void>)[];

/**
 * Starts Postgres, the mail inbox and the PayPal simulator, each unless its server is configured. A configured part is null in the
 * result; `serverUrl` is then the configured one. The `env` of a part tells the services where it is.
 */
export async function startEmbedded(config: LocalConfig, say: (line: string) => void, stops: Stops) {
  const serverUrl = config.DATABASE_URL ?? (await embeddedPostgres(config, say, stops));
  const inbox = config.SMTP_URL ? null : await embeddedInbox(config, stops);
  const simulator = config.PAYPAL_CLIENT_ID ? null : await embeddedSimulator(config, stops);
  return { serverUrl, inbox, simulator };
}

async function embeddedPostgres({ DATA_DIR: dataDir }: LocalConfig, say: (line: string) => void, stops: Stops) {
  const postgres = await supervisePostgres({ dataDir: postgresIn(dataDir), log: say });
  stops.push(postgres.stop);
  return postgres.url;
}

async function embeddedInbox(
  { MAIL_INBOX_PORT: httpPort, ALLOWED_HOSTS: allowedHosts, DATA_DIR: dataDir }: LocalConfig,
  stops: Stops,
) {
  const inbox = await startMailInbox({ httpPort, dataFile: join(dataDir, 'mails.json'), allowedHosts });
  stops.push(inbox.close);
  return { url: `http://localhost:${httpPort}`, env: { SMTP_URL: inbox.smtpUrl } };
}

async function embeddedSimulator(
  { PAYPAL_SIMULATOR_PORT: port, ALLOWED_HOSTS: allowedHosts, DATA_DIR: dataDir }: LocalConfig,
  stops: Stops,
) {
  const publicUrl = `http://localhost:${port}`;
  const simulator = await startPaypalSimulator({
    port,
    publicUrl,
    stateFile: join(dataDir, 'paypal-simulator.json'),
    allowedHosts,
  });
  stops.push(simulator.close);
  return {
    url: publicUrl,
    setWebhookUrl: simulator.setWebhookUrl,
    env: {
      PAYPAL_CLIENT_ID: simulator.clientId,
      PAYPAL_CLIENT_SECRET: simulator.secret,
      PAYPAL_WEBHOOK_ID: simulator.webhookId,
      PAYPAL_API_URL: simulator.url,
      PAYPAL_SDK_URL: `${publicUrl}/sdk/js`,
    },
  };
}
