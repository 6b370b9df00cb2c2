import { z } from 'zod';
import { MAY } from '../../constants';
import { id } from '../../forms/fields';
import { ProfileForm } from '../../forms/identity';
import { DetailsView, SavedProfileView } from '../../views/identity';
import { MessageView, SaidView } from '../../views/shared';
import { LIMITS } from '../limits';
import { noSuch, EMAIL_TAKEN, LAST_OWNER } from '../refusals';
import { route } from '../../declare';

const Id = z.strictObject({ id });
const Token = z.strictObject({ token: z.string().max(200) });
const USERS = '/api/users';

export const profileRoutes = {
  readDetails: route({
    method: 'get',
    path: `${USERS}/:id/details`,
    who: { owner: 'id', admin: MAY.readPeople, hidden: true },
    summary: 'A user with the ids of cart and wishlist; 404 for everybody but owner and admin',
    look: { action: 'user.viewed', subject: 'user', id: 'id' },
    params: Id,
    answers: { 200: DetailsView },
  }),
  changeProfile: route({
    method: 'put',
    path: `${USERS}/:id`,
    who: { owner: 'id', admin: MAY.changePeople },
    summary: 'Changes a profile; a blank password keeps the old one; is_admin and admin_role by owners alone',
    params: Id,
    body: ProfileForm,
    answers: { 200: SavedProfileView },
    limits: [LIMITS.credentialChanges, LIMITS.confirmationMails],
    refuses: {
      '403 step-up-required':
        'A second factor must be confirmed first: an admin changes credentials or a role, or an account that has one changes its own address or password',
      ...noSuch('account'),
      ...EMAIL_TAKEN,
      '409 short-password': 'The account has a password that is too short for an admin',
      ...LAST_OWNER,
    },
  }),
};

export const emailChangeRoutes = {
  confirmEmail: route({
    method: 'post',
    path: `${USERS}/confirm-email/:token`,
    who: 'anyone',
    summary: 'A new address holds, with the token of the mail to it, once',
    params: Token,
    answers: { 200: MessageView },
    limits: [LIMITS.emailLinks],
    refuses: { '400 confirm-link-used': 'The link is wrong, used or too old', ...EMAIL_TAKEN },
  }),
  undoEmailChange: route({
    method: 'post',
    path: `${USERS}/undo-email-change/:token`,
    who: 'anyone',
    changesSession: true,
    summary: 'The old address holds again, with the token of the notice to it, for 7 days; a new password must be chosen',
    params: Token,
    answers: { 200: MessageView },
    limits: [LIMITS.emailLinks],
    refuses: { '400 undo-link-used': 'The link is wrong, used or too old', ...EMAIL_TAKEN },
  }),
  sendConfirmationAgain: route({
    method: 'post',
    path: `${USERS}/:id/email-change/resend`,
    who: { owner: 'id', admin: false },
    summary: 'A new link to the address that waits to be confirmed',
    params: Id,
    answers: { 200: MessageView },
    limits: [LIMITS.confirmationMails],
    refuses: { '409 no-email-change': 'No address waits to be confirmed' },
  }),
  cancelEmailChange: route({
    method: 'delete',
    path: `${USERS}/:id/email-change`,
    who: { owner: 'id', admin: false },
    summary: 'Forgets the address that waits to be confirmed',
    params: Id,
    answers: { 200: SaidView },
    refuses: { '409 no-email-change': 'The address was changed a moment before' },
  }),
};
