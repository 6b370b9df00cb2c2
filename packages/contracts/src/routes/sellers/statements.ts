import { z } from 'zod';
import { MAY } from '../../constants';
import { content, route } from '../../declare';
import { id } from '../../forms/fields';
import { month } from '../../forms/months';
import { StatementView } from '../../views/ledger';
import { Data } from '../../views/shared';
import { noSuch } from '../refusals';

const who = { users: true, admin: MAY.readMoney } as const;
const params = z.object({ id, month });
const look = { action: 'seller.statement-viewed', subject: 'seller', id: 'id', own: true } as const;
const refuses = noSuch('store, or nothing was booked for it by the end of that month');

/** What a seller's ledger comes to, month by month, for themselves and admins. */
export const statementRoutes = {
  listStatements: route({
    method: 'get',
    path: '/api/sellers/:id/statements',
    who,
    summary: "The months of a seller's ledger, newest first, in cents",
    look: { action: 'seller.statements-viewed', subject: 'seller', id: 'id' },
    params: z.object({ id }),
    answers: { 200: Data(z.array(StatementView)) },
    refuses: noSuch('store'),
  }),
  readStatement: route({
    method: 'get',
    path: '/api/sellers/:id/statements/:month.pdf',
    who,
    summary: 'The statement of a month',
    look,
    params,
    answers: { 200: content('application/pdf') },
    refuses,
  }),
  exportStatement: route({
    method: 'get',
    path: '/api/sellers/:id/statements/:month.csv',
    who,
    summary: 'The same as a spreadsheet',
    look,
    params,
    answers: { 200: content('text/csv') },
    refuses,
  }),
};
