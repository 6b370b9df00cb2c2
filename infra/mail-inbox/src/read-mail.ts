import { simpleParser } from 'mailparser';

type Attachment = { filename: string; contentType: string; content: Buffer };

export type ReceivedMail = {
  id: string;
  receivedAt: string;
  /** The mail's own sender, `Shop <shop@example.org>`. */
  from: string;
  /** The recipients, in lower case, blind copies included. */
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  /** Every header line in its order; a name may come more than once. */
  headers: { name: string; value: string }[];
  attachments: Attachment[];
};

/** Reads a mail's bytes. Pictures that the HTML shows inline are put into it as data addresses. */
export async function readMail(rawMail: {
  id: string;
  receivedAt: string;
  from: string;
  to: string[];
  source: Buffer;
}): Promise<ReceivedMail> {
  const { id, receivedAt, source } = rawMail;
  const mail = await simpleParser(source, { skipTextToHtml: true });
  return {
    id,
    receivedAt,
    from: mail.from?.text || rawMail.from,
    to: rawMail.to.map((address) => address.toLowerCase()),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html || null,
    headers: mail.headerLines.map(({ line }) => headerOf(line)),
    attachments: mail.attachments
      .filter((attachment) => !attachment.related)
      .map(({ filename, contentType, content }, index) => ({
        filename: filename ?? `attachment-${index + 1}`,
        contentType,
        content,
      })),
  };
}

function headerOf(line: string) {
  const colon = line.indexOf(':');
  return {
    name: line.slice(0, colon),
    value: line
      .slice(colon + 1)
      .replace(/\r?\n\s+/g, ' ')
      .trim(),
  };
}
