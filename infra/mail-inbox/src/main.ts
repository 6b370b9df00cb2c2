import { hostsIn } from '@shop/http/known-hosts';
import { startMailInbox } from './index';

const { LISTEN, ALLOWED_HOSTS, SMTP_PORT = '1025', HTTP_PORT = '8025', KEEP = '500', DATA_FILE } = process.env;

startMailInbox({
  host: LISTEN,
  allowedHosts: hostsIn(ALLOWED_HOSTS),
  smtpPort: Number(SMTP_PORT),
  httpPort: Number(HTTP_PORT),
  keep: Number(KEEP),
  dataFile: DATA_FILE,
}).then(
  (inbox) => {
    console.log(`Mail inbox on ${inbox.url}, mail server on ${inbox.smtpUrl}`);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void inbox.close());
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
