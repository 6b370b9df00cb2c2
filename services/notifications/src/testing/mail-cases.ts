import { SealsChecked } from '@shop/contracts/events';
import { ACCOUNT_MAIL_CASES } from './account-mail-cases';
import { CLAIM_MAIL_CASES } from './claim-mail-cases';
import { DATA_EXPORT_MAIL_CASES } from './data-export-mail-cases';
import { at, type MailCase } from './mail-people';
import { ORDER_MAIL_CASES } from './order-mail-cases';
import { STORE_MAIL_CASES } from './store-mail-cases';

export { MARA } from './mail-people';
export { anOrder } from './order-mail-cases';

/** The nightly report carries the findings: this event mails nothing by itself. */
const SEAL_CASE: MailCase = [
  'seals that were checked',
  SealsChecked({ journal: 'ledger', at, head: { number: 3, hash: 'abc', sealedAt: at }, rows: 9, findings: [] }),
  [],
];

/** Every event that notifications hears; one without a mail has an empty list. */
export const MAIL_CASES = [
  ...ACCOUNT_MAIL_CASES,
  ...DATA_EXPORT_MAIL_CASES,
  ...ORDER_MAIL_CASES,
  ...STORE_MAIL_CASES,
  ...CLAIM_MAIL_CASES,
  SEAL_CASE,
];
