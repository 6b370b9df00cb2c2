import type { Log } from '@shop/runtime';
import type { BotCheck, KeyRing } from '@shop/shared';
import type { DataSource } from 'typeorm';
import type { PaymentGateway } from './payments/payment-gateway';

/** What is decided at start and stays. */
export type Settings = {
  siteName: string;
  timeZone: string;
  downloadKeys: KeyRing;
  /** Multiplies every allowance. */
  rateScale: number;
  /** How long one use case waits for the payment provider in all: less than the gateway waits for us. */
  providerWithinMs: number;
  /** How often the completer turns. */
  completerEveryMs: number;
  /** How long a payment under way is left to whoever started it, before the completer looks. */
  leaseMs: number;
  /** The hour of the shop's day from which our books are compared with PayPal's. */
  reconcileAt: number;
};

/** What the use cases with outside calls work with: they open their short transactions themselves, before and after the call. */
export type ServiceContext = Settings & { source: DataSource; gateway: PaymentGateway; botCheck: BotCheck; log: Log };
