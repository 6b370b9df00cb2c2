import { join } from 'node:path';
import type { Ports } from './addresses';

/** The folder of the data of one of the journeys' shops. `at` counts from 0. */
export const dataDirOf = (shops: string, at: number) => join(shops, String(at + 1));

/** The environment that a shop of the journeys starts with. */
export const shopEnvironment = (dataDir: string, { shop, inbox, paypal }: Ports) => ({
  DATA_DIR: dataDir,
  PORT: String(shop),
  MAIL_INBOX_PORT: String(inbox),
  PAYPAL_SIMULATOR_PORT: String(paypal),
  RATE_LIMIT_SCALE: '100',
  CHECK_ANSWERS: '1',
  RENDER_WITHIN_MS: '20000', // a busy machine renders slowly
  ADMIN_PASSWORD: 'Journey-Admin-1!',
  LEGAL_NAME: 'Journey Records', // so that there are invoices and credit notes
  LEGAL_ADDRESS: '1 Quay Street, Tallinn',
  LEGAL_COUNTRY: 'EE',
});
