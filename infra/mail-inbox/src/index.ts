import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInboxApp } from './http';
import { openMailStore } from './mail-store';
import { createSmtp } from './smtp';

export type MailInboxOptions = {
  host?: string;
  smtpPort?: number;
  httpPort?: number;
  /** The number of stored mails; the oldest are removed first. */
  keep?: number;
  /** The file that keeps the mails over a restart. */
  dataFile?: string;
  /** Names that the web inbox accepts in calls, beside those of this machine. */
  allowedHosts?: string[];
};

export type MailInbox = {
  smtpUrl: string;
  url: string;
  /** While true, every recipient and every mail gets a temporary 451. */
  setRefusing(refusing: boolean): void;
  close(): Promise<void>;
};

/** Starts a real SMTP server that delivers to nobody, and a web page and JSON API that show the mails. */
export async function startMailInbox(options: MailInboxOptions = {}): Promise<MailInbox> {
  const { host = '127.0.0.1', smtpPort = 0, httpPort = 0, keep = 500, dataFile, allowedHosts = [] } = options;
  const store = await openMailStore(keep, dataFile);
  let refusing = false;

  const smtp = createSmtp(store, () => refusing);
  // A sender that hangs up is its own affair; without a listener it would end the process.
  smtp.on('error', (error) => console.warn(`mail inbox: ${error.message}`));
  smtp.listen(smtpPort, host);
  await once(smtp.server, 'listening');

  const http = createServer(createInboxApp(store, allowedHosts, { get: () => refusing, set: (value) => (refusing = value) }));
  http.listen(httpPort, host);
  await once(http, 'listening').catch(async (error: unknown) => {
    await new Promise((resolve) => smtp.close(() => resolve(undefined)));
    throw error;
  });

  return {
    smtpUrl: `smtp://${host}:${(smtp.server.address() as AddressInfo).port}`,
    url: `http://${host}:${(http.address() as AddressInfo).port}`,
    setRefusing: (value) => void (refusing = value),
    async close() {
      http.close();
      http.closeAllConnections();
      await Promise.all([once(http, 'close'), new Promise((resolve) => smtp.close(() => resolve(undefined)))]);
    },
  };
}
