import type { BotCheck } from '@shop/shared';
import type { DataSource } from 'typeorm';
import type { FactorSettings } from './second-factor/prove';

export type ServiceContext = {
  source: DataSource;
  /** No store may have this name. */
  siteName: string;
  botCheck: BotCheck;
  /** Whether the shop is reached by HTTPS; cookies are then secure. */
  secure: boolean;
  /** Multiplies the limits; see RATE_LIMIT_SCALE in docs/configuration.md. */
  rateScale: number;
  factors: FactorSettings;
  adminIdleMinutes: number;
};
