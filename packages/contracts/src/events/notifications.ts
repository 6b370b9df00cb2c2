import { z } from 'zod';
import { defineEvent } from '../define-event';
import { SUBJECTS } from '../constants';
import type { Concerns } from '../timeline';
import { id } from './shapes';

/** What a mail is about: the subjects of the event that caused it. */
const concerns = z.partialRecord(z.enum(SUBJECTS), z.array(id));
const mail = { mailId: z.uuid(), kind: z.string(), concerns };

const told = ({ concerns, ...facts }: { mailId: string; kind: string; concerns: Concerns }) => ({ ...concerns, facts });

/** The mail server took a mail. Whether it was read, or came to anybody, nobody knows. */
export const MailSent = defineEvent('notifications.mail-sent', z.object({ ...mail, attempts: z.int() }), {
  heardBy: [],
  timeline: { title: 'Mail sent', keep: told },
});

/** The mail server did not take a mail: said when that happens first, and when it is given up. */
export const MailRefused = defineEvent(
  'notifications.mail-refused',
  z.object({ ...mail, attempts: z.int(), givenUp: z.boolean() }),
  {
    heardBy: [],
    timeline: { title: 'Mail not taken by the mail server', keep: told },
  },
);
