import type { DataExportReady, DataOf } from '@shop/contracts/events';
import { accountTab, pageAddress } from '@shop/contracts/pages';
import { timeWithZone } from '@shop/contracts/times';
import type { Tx } from '@shop/messaging';
import { button, note, text } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';

/** The token follows a # in the link, because browsers do not send that part to a server. */
export const dataExportReactions = (site: Site) => ({
  async sendLinkWhenDataExportReady(tx: Tx, { userId, email, name, token, until, missing }: DataOf<typeof DataExportReady>) {
    await queueMail(tx, {
      kind: 'data-export',
      about: `${userId} ${until}`,
      recipient: email,
      subject: 'Your data are ready to download',
      blocks: [
        text(`Hello ${name}, as you asked, we have put together what we keep of you at ${site.name}.`),
        ...(missing.length > 0
          ? [
              text(
                `This is missing, because a part of the shop did not answer in time: ${missing.join('; ')}. Please ask again later.`,
              ),
            ]
          : []),
        button('Download my data', `${site.url}${accountTab('data')}#export=${token}`),
        text(`The link works until ${timeWithZone(until, site.timeZone)}, and only for who is logged in to this account.`),
        note(`Was it not you? Set a new password at once, which ends every session: ${site.url}${pageAddress('forgotPassword')}`),
      ],
      secret: true,
      expiresAt: until,
    });
  },
});
