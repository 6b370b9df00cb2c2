import type { Log } from '@shop/runtime';
import type { BotCheck, KeyRing } from '@shop/shared';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import type { About, HeedDisputes, PaymentGateway, SettleRefunds } from './payments/payment-gateway';

/** The operator as invoices name it, and how it invoices (docs/product/invoices.md). */
export type Invoicing = {
  name: string;
  /** The parts of the address, from street to town. */
  address: string[];
  /** A code of two letters. */
  country: string;
  registration: string | null;
  vatId: string | null;
  siteHost: string;
  /** The whole order in its own name, or its service fee alone. */
  invoiceFor: 'order' | 'fee';
  /** Whether buyers may state a company and its VAT number. */
  asksCompany: boolean;
  vat: 'none' | 'inclusive';
  vatNote: string | null;
};

/** The part of the configuration that does not change while the service runs. */
export type Settings = {
  siteName: string;
  timeZone: string;
  downloadKeys: KeyRing;
  /** Sign the addresses of packages, which catalog answers. */
  deliveryKeys: KeyRing;
  /** The shop's public address. */
  publicUrl: string;
  /** Seeds of Ed25519 keys: those of certificates, and those of the sales log. */
  signingKeys: { certificate: KeyRing; log: KeyRing };
  /** Multiplies every limit. */
  rateScale: number;
  /** How long one use case waits for PayPal in all, in milliseconds: less than the gateway waits for the service. */
  providerWithinMs: number;
  /** The pause of the completer between two turns, in milliseconds. */
  completerEveryMs: number;
  /** How long the completer leaves a payment under way to the call that began it, in milliseconds. */
  leaseMs: number;
  /** The hour of the shop's day from which the shop's books are compared with PayPal's. */
  reconcileAt: number;
  /** Null while the shop writes no invoices. */
  invoicing: Invoicing | null;
};

/** A use case that asks PayPal opens its own short transactions, before and after the call. */
export type ServiceContext = Settings & {
  source: DataSource;
  storage: ObjectStorage;
  gateway: PaymentGateway;
  botCheck: BotCheck;
  log: Log;
  settleRefunds: SettleRefunds;
  heedDisputes: HeedDisputes;
  countDecline: (about: About) => void;
};
