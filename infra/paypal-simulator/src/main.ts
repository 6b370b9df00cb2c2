import { hostsIn } from '@shop/http/known-hosts';
import { startPaypalSimulator } from './index';

const {
  LISTEN,
  ALLOWED_HOSTS,
  PORT = '8090',
  PUBLIC_URL,
  API_URL,
  PAYPAL_CLIENT_ID,
  PAYPAL_CLIENT_SECRET,
  PAYPAL_WEBHOOK_ID,
  WEBHOOK_URL,
  STATE_FILE,
} = process.env;

startPaypalSimulator({
  host: LISTEN,
  allowedHosts: hostsIn(ALLOWED_HOSTS),
  port: Number(PORT),
  clientId: PAYPAL_CLIENT_ID,
  secret: PAYPAL_CLIENT_SECRET,
  publicUrl: PUBLIC_URL,
  apiUrl: API_URL,
  webhookUrl: WEBHOOK_URL,
  webhookId: PAYPAL_WEBHOOK_ID,
  stateFile: STATE_FILE,
}).then(
  (simulator) => {
    console.log(`PayPal simulator on ${simulator.url}`);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void simulator.close());
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
