import type { BotCheck, Endpoint, ObjectStorage } from '@shop/kit';
import type { DataSource } from 'typeorm';
import { announcementEndpoints } from './announcements/announcements.endpoints';
import type { Site } from './mails/render';
import { messageEndpoints } from './messages/messages.endpoints';
import { statsEndpoints } from './stats/stats.endpoints';
import { adminSubscriberEndpoints } from './subscribers/admin-subscribers.endpoints';
import { subscriberEndpoints } from './subscribers/subscribers.endpoints';

export type EndpointParts = {
  source: DataSource;
  storage: ObjectStorage;
  botCheck: BotCheck;
  site: Site;
  /** The address that hears of sales, messages and what needs a person. */
  house: string;
  scale: number;
};

/** Every call of notifications. */
export const endpointsOf = (parts: EndpointParts): Endpoint[] => [
  ...subscriberEndpoints(parts),
  ...adminSubscriberEndpoints(parts),
  ...messageEndpoints(parts),
  ...announcementEndpoints(parts),
  ...statsEndpoints(parts.source),
];
