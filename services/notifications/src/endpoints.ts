import { notificationRoutes } from '@shop/contracts/routes';
import { implement, type Endpoint } from '@shop/http';
import type { ServiceContext } from './context';
import { announcementHandlers } from './announcements/announcements.endpoints';
import { contactAddressHandlers } from './contact-addresses/contact-addresses.endpoints';
import { messageHandlers } from './messages/messages.endpoints';
import { sealHandlers } from './seals/seals.endpoints';
import { statsHandlers } from './stats/stats.endpoints';
import { adminSubscriberHandlers } from './subscribers/admin-subscribers.endpoints';
import { subscriberHandlers } from './subscribers/subscribers.endpoints';
import { timelineHandlers } from './timeline/timeline.endpoints';

export const endpointsOf = (context: ServiceContext): Endpoint[] =>
  implement(notificationRoutes, {
    ...subscriberHandlers(context),
    ...adminSubscriberHandlers(context),
    ...messageHandlers(context),
    ...contactAddressHandlers(context),
    ...announcementHandlers(context),
    ...sealHandlers(context),
    ...timelineHandlers(context),
    ...statsHandlers(context),
  });
