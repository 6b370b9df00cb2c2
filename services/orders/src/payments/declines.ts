import { Counter, type Registry } from 'prom-client';
import type { ServiceContext } from '../context';

/** Whose account PayPal has something against. */
type About = 'buyer' | 'shop';

/** Registers the counter of declined payments. → counts one */
export function createDeclines(registry: Registry): (about: About) => void {
  const declined = new Counter({
    name: 'payments_declined_total',
    help: 'Payments that PayPal declined, by whose account it has something against',
    labelNames: ['about'],
    registers: [registry],
  });
  for (const about of ['buyer', 'shop']) declined.inc({ about }, 0);
  return (about) => declined.inc({ about });
}

/** Notes a decline. One because of the shop's account is an error: it turns away every buyer until a person has mended it. */
export function noteDecline(
  { log, countDecline }: Pick<ServiceContext, 'log' | 'countDecline'>,
  orderId: number,
  about: About,
  issue: string,
): void {
  countDecline(about);
  log[about === 'shop' ? 'error' : 'info']({ orderId, about, issue }, 'PayPal declined a payment');
}
