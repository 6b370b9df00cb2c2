import type { BotCheck } from '@shop/shared';
import type { DataSource } from 'typeorm';
import type { FactorSettings } from './second-factor/prove';

/** What the service's calls work with. */
export type ServiceContext = {
  source: DataSource;
  /** The shop's name, which no store may have. */
  siteName: string;
  botCheck: BotCheck;
  /** Whether the shop is reached by HTTPS, so that cookies say so. */
  secure: boolean;
  /** Multiplies the limits on how often something may be done; see RATE_LIMIT_SCALE in .env.example. */
  rateScale: number;
  factors: FactorSettings;
  adminIdleMinutes: number;
};
