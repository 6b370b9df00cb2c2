import { z } from 'zod';
import { OwnAccountForm } from '../../forms/second-factor';
import { OpenMattersNow, OwnDataView, OwnExportView, RequestedExportView, SavedDeletionView } from '../../views/own-data';
import { DoneView } from '../../views/shared';
import { ASKS } from '../asks';
import { LIMITS } from '../limits';
import { noSuch, OWN_PASSWORD } from '../refusals';
import { content, route } from '../../declare';

const EXPORTS = '/api/users/own-data/exports';
const DELETION = '/api/users/own-data/deletion';

/** The calls with which a user deletes their own account (docs/product/accounts.md#deleting-ones-own-account). */
export const deletionRoutes = {
  readOwnData: route({
    method: 'get',
    path: '/api/users/own-data',
    who: 'user',
    summary: "Whether the caller's account is to be deleted and when, and what keeps it from that",
    answers: { 200: OwnDataView },
  }),
  deleteOwnAccount: route({
    method: 'post',
    path: DELETION,
    who: 'user',
    stepUp: ASKS.deleteOwnAccount.stepUp,
    endsAccountOf: 'caller',
    summary:
      "Deletes the caller's account in seven days, unless something is open; asks for the password where there is no factor",
    body: OwnAccountForm,
    answers: { 200: SavedDeletionView },
    limits: [LIMITS.ownPassword, LIMITS.deletionWishes],
    refuses: {
      ...OWN_PASSWORD,
      '409 administrator': 'Another owner of the shop deletes the account of an admin',
      '409 open-matters': 'Something is open: `details.open` names it',
    },
  }),
  keepOwnAccount: route({
    method: 'delete',
    path: DELETION,
    who: 'user',
    summary: "Keeps the caller's account after all",
    answers: { 200: SavedDeletionView },
  }),
  keepOpenMatters: route({
    method: 'post',
    path: '/internal/open-matters',
    who: 'gateway',
    summary: 'What orders and sellers have just said is open with an account',
    body: OpenMattersNow,
    answers: { 200: DoneView },
  }),
};

/**
 * The calls for a file with all data that the shop keeps about a user. The user asks for it, it is made in the background, and the
 * user fetches it with the mailed link and a session of the account.
 */
export const dataExportRoutes = {
  readDataExport: route({
    method: 'get',
    path: EXPORTS,
    who: 'user',
    summary: 'Whether a file of the own data is being made or ready, and until when',
    answers: { 200: OwnExportView },
  }),
  requestDataExport: route({
    method: 'post',
    path: EXPORTS,
    who: 'user',
    stepUp: ASKS.copyOwnData.stepUp,
    summary: 'Makes a file of the own data, once a day, and mails the link; asks for the password where there is no factor',
    body: OwnAccountForm,
    answers: { 200: RequestedExportView },
    limits: [LIMITS.ownPassword],
    refuses: { ...OWN_PASSWORD, '429 once-a-day': 'There was one within a day' },
  }),
  downloadDataExport: route({
    method: 'get',
    path: `${EXPORTS}/:token`,
    who: 'user',
    confirmed: true,
    summary: 'The file of the own data, with the token that was mailed',
    params: z.strictObject({ token: z.string().min(1).max(100) }),
    answers: { 200: content('application/zip') },
    limits: [LIMITS.exportDownloads],
    refuses: noSuch('file of the account, or its time is over'),
  }),
};
