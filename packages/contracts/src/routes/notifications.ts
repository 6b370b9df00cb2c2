import { z } from 'zod';
import { ADMIN_PREFIX, MAY, SUBSCRIBER_STATUSES } from '../constants';
import { id } from '../forms/fields';
import { ListQuery } from '../forms/lists';
import {
  AnnouncementEdit,
  AnnouncementFields,
  AnnouncementStatusForm,
  ContactForm,
  FeedbackForm,
  SubscribeForm,
  SubscriberListQuery,
} from '../forms/notifications';
import { TimelineQuery } from '../forms/timeline';
import { SubscriberStats } from '../views/dashboard';
import { AnnouncementView, SavedAnnouncementView, SealChecksView, SubscribersView } from '../views/notifications';
import { TimelineView } from '../views/timeline';
import { DoneView, MessageView, Page, SaidView } from '../views/shared';
import { LIMITS } from './limits';
import { noSuch, BOT_CHECK, UPLOAD_GIVEN_UP } from './refusals';
import { content, route, storedFile } from '../declare';

const Id = z.object({ id });
const Token = z.object({ token: z.string() });
const SUBSCRIBERS = `/api${ADMIN_PREFIX}/subscribers` as const;
const html = content('text/html');

export const subscriberRoutes = {
  subscribe: route({
    method: 'post',
    path: '/api/subscribe/subscribe',
    who: 'anyone',
    summary: 'Asks for the newsletter: a link to confirm it is mailed',
    body: SubscribeForm,
    answers: { 200: SaidView },
    limits: [LIMITS.subscriptions, LIMITS.subscriptionMails],
  }),
  confirmSubscription: route({
    method: 'get',
    path: '/api/confirm-subscription/:token',
    who: 'anyone',
    summary: 'Confirms a subscription; a small page for a hidden frame',
    params: Token,
    answers: { 200: html, 404: html },
  }),
  unsubscribe: route({
    method: 'post',
    path: '/api/subscribe/unsubscribe/:token',
    who: 'anyone',
    summary: 'Ends a subscription; the body is not read, so that one-click unsubscribing may send its form',
    params: Token,
    answers: { 200: SaidView },
    refuses: noSuch('subscription'),
  }),
  openUnsubscribe: route({
    method: 'get',
    path: '/api/subscribe/unsubscribe/:token',
    who: 'anyone',
    summary: 'Leads to the page that ends a subscription, for mail programs that open the address of the header; changes nothing',
    params: Token,
    answers: { 302: null },
  }),
};

/**
 * The admins' calls about subscribers of the newsletter. Admins may read and delete them, but only a subscriber changes their own
 * status (docs/product/newsletter.md#subscribers).
 */
export const adminSubscriberRoutes = {
  listSubscribers: route({
    method: 'get',
    path: SUBSCRIBERS,
    who: { roles: MAY.readPeople },
    summary: 'Subscribers, newest first; inactive are those who have not confirmed yet and those who have unsubscribed',
    look: { action: 'subscriber.viewed', subject: 'subscriber' },
    query: SubscriberListQuery,
    answers: { 200: SubscribersView },
  }),
  deleteSubscribersOf: route({
    method: 'delete',
    path: `${SUBSCRIBERS}/status/:status`,
    who: { roles: MAY.changePeople },
    summary: 'Deletes all active or all inactive subscribers',
    params: z.object({ status: z.enum(SUBSCRIBER_STATUSES, 'Must be active or inactive') }),
    answers: { 200: SaidView },
  }),
  deleteSubscriber: route({
    method: 'delete',
    path: `${SUBSCRIBERS}/:id`,
    who: { roles: MAY.changePeople },
    summary: 'Deletes a subscriber',
    params: Id,
    answers: { 200: SaidView },
    refuses: noSuch('subscriber'),
  }),
};

export const messageRoutes = {
  sendFeedback: route({
    method: 'post',
    path: '/api/feedback/send-feedback',
    who: 'anyone',
    summary: 'A message from the contact page',
    body: FeedbackForm,
    answers: { 200: SaidView },
    limits: [LIMITS.feedback],
    refuses: BOT_CHECK,
  }),
  writeToAdmin: route({
    method: 'post',
    path: '/api/contact',
    who: 'user',
    summary: 'A message to the admin from the account area',
    body: ContactForm,
    answers: { 200: SaidView },
    limits: [LIMITS.messages],
    refuses: BOT_CHECK,
  }),
};

export const contactAddressRoutes = {
  confirmContact: route({
    method: 'post',
    path: '/api/contact/confirm/:token',
    who: 'anyone',
    summary: 'Mails go to a typed address from now on, with the token of the mail to it',
    params: z.strictObject({ token: z.string().max(200) }),
    answers: { 200: MessageView },
    limits: [LIMITS.contactLinks],
    refuses: { '400 confirm-link-used': 'The link is wrong or too old, or a newer one was mailed' },
  }),
};

export const announcementRoutes = {
  activeAnnouncements: route({
    method: 'get',
    path: '/api/announcements/active',
    who: 'anyone',
    summary: 'What visitors are shown, newest first',
    answers: { 200: z.array(AnnouncementView) },
  }),
  announcementImage: route({
    method: 'get',
    path: '/media/notifications/:file',
    who: 'anyone',
    summary: 'The image of an announcement, never changing',
    params: z.object({ file: z.string() }),
    answers: storedFile('image/webp'),
    refuses: noSuch('file'),
  }),
  listAnnouncements: route({
    method: 'get',
    path: '/api/announcements',
    who: { roles: MAY.readPeople },
    summary: 'All announcements, newest first',
    query: ListQuery,
    answers: { 200: Page(AnnouncementView) },
  }),
  readAnnouncement: route({
    method: 'get',
    path: '/api/announcements/:id',
    who: { roles: MAY.readPeople },
    summary: 'One announcement',
    params: Id,
    answers: { 200: AnnouncementView },
    refuses: noSuch('announcement'),
  }),
  addAnnouncement: route({
    method: 'post',
    path: '/api/announcements',
    who: { roles: MAY.changePeople },
    summary: 'Adds an announcement: title, content, is_active, image',
    form: AnnouncementFields.extend({ image: z.file().optional() }),
    answers: { 201: SavedAnnouncementView },
    refuses: UPLOAD_GIVEN_UP,
  }),
  changeAnnouncement: route({
    method: 'put',
    path: '/api/announcements/:id',
    who: { roles: MAY.changePeople },
    summary: 'Changes an announcement; JSON with is_active alone shows or hides it',
    params: Id,
    form: AnnouncementEdit.extend({ image: z.file().optional() }),
    body: AnnouncementStatusForm,
    answers: { 200: SavedAnnouncementView },
    refuses: { ...noSuch('announcement'), ...UPLOAD_GIVEN_UP },
  }),
  deleteAnnouncement: route({
    method: 'delete',
    path: '/api/announcements/:id',
    who: { roles: MAY.changePeople },
    summary: 'Deletes an announcement',
    params: Id,
    answers: { 200: DoneView },
    refuses: noSuch('announcement'),
  }),
};

export const sealRoutes = {
  sealChecks: route({
    method: 'get',
    path: '/api/seal-checks',
    who: { roles: MAY.ownTheShop },
    summary: 'When the seals of audit log and ledger were last read again, and what was found',
    answers: { 200: SealChecksView },
  }),
};

/** The timeline: what happened when, across all services (docs/product/administration.md#timeline). */
export const timelineRoutes = {
  readTimeline: route({
    method: 'get',
    path: '/api/timeline',
    who: { roles: MAY.readTimeline },
    summary: 'What happened, newest first: all of it, or what concerns an order, a track, a store or an account',
    look: { action: 'timeline.viewed', subject: 'timeline' },
    query: TimelineQuery,
    answers: { 200: TimelineView },
  }),
  exportTimeline: route({
    method: 'get',
    path: '/api/timeline/list.csv',
    who: { roles: MAY.readTimeline },
    summary: 'The newest 10,000 of those entries as a spreadsheet',
    look: { action: 'timeline.exported', subject: 'timeline' },
    query: TimelineQuery.omit({ page: true, limit: true }),
    answers: { 200: content('text/csv') },
  }),
};

export const notificationStatsRoutes = {
  subscriberStats: route({
    method: 'get',
    path: '/internal/subscriber-stats',
    who: 'gateway',
    summary: 'Subscribers for the dashboard',
    answers: { 200: SubscriberStats },
  }),
};

export const notificationRoutes = {
  ...subscriberRoutes,
  ...adminSubscriberRoutes,
  ...messageRoutes,
  ...contactAddressRoutes,
  ...announcementRoutes,
  ...sealRoutes,
  ...timelineRoutes,
  ...notificationStatsRoutes,
};
