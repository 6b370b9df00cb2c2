import { z } from 'zod';
import { MAY } from '../../constants';
import { id } from '../../forms/fields';
import { ResendForm } from '../../forms/orders';
import { accountTab } from '../../pages';
import { AdminOrderView, OrderView } from '../../views/orders';
import { Data, SaidView } from '../../views/shared';
import { LIMITS } from '../limits';
import { noSuch } from '../refusals';
import { content, route } from '../../declare';

const Id = z.object({ id });
const UserId = z.object({ userId: id });

export const buyerOrderRoutes = {
  ordersOfBuyer: route({
    method: 'get',
    path: '/api/orders/user/:userId',
    who: { owner: 'userId', admin: MAY.readOrders },
    confirmed: true,
    summary: 'Orders of a buyer, newest first',
    look: { action: 'user.orders-viewed', subject: 'user', id: 'userId' },
    params: UserId,
    answers: { 200: Data(z.array(OrderView)) },
  }),
  readOrder: route({
    method: 'get',
    path: '/api/orders/:id',
    who: { users: true, admin: MAY.readOrders },
    confirmed: true,
    summary: 'One order: its buyer, or an admin, who sees its payment and history too',
    look: { action: 'order.viewed', subject: 'order', id: 'id' },
    params: Id,
    answers: { 200: Data(z.union([OrderView, AdminOrderView])) },
    refuses: noSuch('order'),
  }),
  resendOrder: route({
    method: 'post',
    path: '/api/orders/:id/resend',
    who: { users: true, admin: MAY.changeOrders },
    confirmed: true,
    summary: 'Send the mail with links and contracts once more',
    params: Id,
    body: ResendForm,
    answers: { 200: SaidView },
    limits: [LIMITS.orderMails],
    refuses: {
      ...noSuch('order'),
      '409 not-paid': 'The order is not paid',
      '409 forgotten': 'The account of the order has been deleted',
    },
  }),
};

const MY_ORDERS = { address: accountTab('orders'), text: 'My Orders' };

export const downloadRoutes = {
  followLink: route({
    method: 'get',
    path: '/api/orders/:id/downloads/:item',
    who: 'anyone',
    summary: 'Leads to a bought file; the token is the credential',
    params: z.object({ id, item: z.string().regex(/^[1-9]\d{0,8}(-project)?$/, 'Not a download') }),
    query: z.object({
      token: z.string().max(200).default(''),
      file: id.optional().meta({ description: 'One file of the package that delivers the track' }),
    }),
    answers: { 302: null },
    refuses: {
      ...noSuch('download: the token is wrong, or was taken back'),
      '409 on-hold': 'A claim or a dispute freezes the track until it is decided',
    },
    linkedFrom: MY_ORDERS,
  }),
  readContract: route({
    method: 'get',
    path: '/api/orders/:id/contracts/:item.pdf',
    who: { users: true, admin: MAY.readContracts },
    confirmed: true,
    summary: 'The contract of a bought track',
    look: { action: 'order.contract-viewed', subject: 'order', id: 'id' },
    params: z.object({ id, item: id }),
    answers: { 200: content('application/pdf') },
    refuses: { ...noSuch('order, or no such track in it'), '409 not-paid': 'The order is not paid' },
    linkedFrom: MY_ORDERS,
  }),
};
