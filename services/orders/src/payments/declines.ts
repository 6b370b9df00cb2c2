import type { Log } from '@shop/runtime';
import { Counter, type Registry } from 'prom-client';
import type { About } from './payment-gateway';

/**
 * Registers the counter of declined payments.
 * @returns the function that counts one
 */
export function createDeclines(registry: Registry): (about: About) => void {
  const counter = new Counter({
    name: 'payments_declined_total',
    help: 'Payments that PayPal declined, by what it has something against',
    labelNames: ['about'],
    registers: [registry],
  });
  for (const about of ['buyer', 'shop', 'filter']) counter.inc({ about }, 0);
  return (about) => counter.inc({ about });
}

/** Logs and counts a decline. A decline because of the shop's account is an error: it turns every buyer away until a person mends it. */
export function recordDecline(
  { log, countDecline }: { log: Log; countDecline: (about: About) => void },
  orderId: number,
  about: About,
  issue: string,
): void {
  countDecline(about);
  log[about === 'shop' ? 'error' : 'info']({ orderId, about, issue }, 'PayPal declined a payment');
}
