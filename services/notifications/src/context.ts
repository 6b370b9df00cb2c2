import type { BotCheck } from '@shop/shared';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import type { Site } from './mails/render';
import type { TimelineArchive } from './timeline/archive';

export type ServiceContext = {
  source: DataSource;
  storage: ObjectStorage;
  botCheck: BotCheck;
  site: Site;
  /** The operator's own address, for sales, messages and problems that need a person. */
  operator: string;
  rateScale: number;
  archive: TimelineArchive;
};
