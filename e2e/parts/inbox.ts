import { expect, type APIRequestContext } from '@playwright/test';
import { INBOX } from '../addresses';

type Mail = {
  id: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; size: number; index: number }[];
};

/** Waits for a mail to `recipient` whose subject matches. */
export async function mailTo(request: APIRequestContext, recipient: string, subject: RegExp): Promise<Mail> {
  let newest: { id: string; subject: string } | undefined;
  await expect(async () => {
    newest = (await mailsTo(request, recipient)).find((mail) => subject.test(mail.subject));
    expect(newest, `a mail to ${recipient} about ${subject}`).toBeTruthy();
  }).toPass();
  return (await (await request.get(`${INBOX}/api/messages/${newest!.id}`)).json()) as Mail;
}

export const mailsTo = async (request: APIRequestContext, recipient: string) =>
  (await (await request.get(`${INBOX}/api/messages?to=${encodeURIComponent(recipient)}`)).json()) as {
    id: string;
    subject: string;
  }[];
