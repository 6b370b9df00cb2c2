import { notificationRoutes } from '@shop/contracts/routes';
import { implement, type Endpoint } from '@shop/http';
import type { BotCheck } from '@shop/shared';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import { announcementHandlers } from './announcements/announcements.endpoints';
import { contactAddressHandlers } from './contact-addresses/contact-addresses.endpoints';
import type { Site } from './mails/render';
import { messageHandlers } from './messages/messages.endpoints';
import { sealHandlers } from './seals/seals.endpoints';
import { statsHandlers } from './stats/stats.endpoints';
import { adminSubscriberHandlers } from './subscribers/admin-subscribers.endpoints';
import { subscriberHandlers } from './subscribers/subscribers.endpoints';

export type EndpointParts = {
  source: DataSource;
  storage: ObjectStorage;
  botCheck: BotCheck;
  site: Site;
  /** The address that hears of sales, messages and what needs a person. */
  house: string;
  rateScale: number;
};

/** Every call of notifications. */
export const endpointsOf = (parts: EndpointParts): Endpoint[] =>
  implement(notificationRoutes, {
    ...subscriberHandlers(parts),
    ...adminSubscriberHandlers(parts),
    ...messageHandlers(parts),
    ...contactAddressHandlers(parts),
    ...announcementHandlers(parts),
    ...sealHandlers(parts),
    ...statsHandlers(parts.source),
  });
