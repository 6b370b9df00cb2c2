import { resolveTxt } from 'node:dns/promises';
import { examineAddress, examineService, guessable, hostOf, isLocal, isOfExample, passwordIn, reasonOf } from '@shop/runtime';
import { examineBotCheck } from '@shop/shared';
import { examineStorage } from '@shop/storage';
import { createTransport } from 'nodemailer';
import type { Config } from '../config';
import { schema } from '../database';
import { createMongodbArchive } from '../timeline/archive-mongodb';

/** Reads the TXT records of a domain. */
type ReadTexts = (domain: string) => Promise<string[][]>;

/**
 * Tries the configured database, broker, storage, mail server and MongoDB, and reads the records of the sender's domain.
 * @returns the problems of the configuration, in sentences
 */
export async function examine(config: Config, readTexts: ReadTexts = resolveTxt): Promise<string[]> {
  const findings = await Promise.all([
    examineService(config, schema),
    examineStorage(config),
    examineMailServer(config.SMTP_URL),
    examineAddresses(config, readTexts),
    examineMongo(config.MONGODB_URL),
  ]);
  return [
    ...examineAddress(config),
    ...examineBotCheck(config),
    ...guessable({ SMTP_URL: passwordIn(config.SMTP_URL) }),
    ...findings.flat(),
  ];
}

async function examineMailServer(url: string): Promise<string[]> {
  const transport = createTransport(url, {}) as ReturnType<typeof createTransport>;
  Object.assign(transport.options, { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 8000 });
  try {
    await transport.verify();
    return [];
  } catch (error) {
    const reason = reasonOf(error);
    return reason === 'EAUTH'
      ? [`SMTP_URL: the mail server ${hostOf(url)} does not let the account in. Correct account and password.`]
      : [
          `SMTP_URL: the mail server ${hostOf(url)} cannot be reached (${reason}). Mails wait three days for it, then they are given up.`,
        ];
  } finally {
    transport.close();
  }
}

/** The example address belongs to the inbox of a demonstration, so no records are expected for it. */
async function examineAddresses({ MAIL_FROM, ADMIN_MAIL_TO, PUBLIC_URL }: Config, readTexts: ReadTexts): Promise<string[]> {
  if (isLocal(PUBLIC_URL)) return [];
  return [
    ...(await examineSender(MAIL_FROM, readTexts)),
    ...(isOfExample(ADMIN_MAIL_TO)
      ? ['ADMIN_MAIL_TO is the address of the example: nobody hears of sales. Set it to yours.']
      : []),
  ];
}

async function examineSender(sender: string, readTexts: ReadTexts): Promise<string[]> {
  if (isOfExample(sender))
    return [
      'MAIL_FROM is the address of the example, which no mail server delivers for. Set it to an address of your own domain.',
    ];
  const domain = /@([\w.-]+)/.exec(sender)?.[1];
  if (!domain) return ['MAIL_FROM holds no address. It looks like Shop <shop@your.domain>.'];
  const [spf, dmarc] = await Promise.all([
    isPublished(domain, 'v=spf1', readTexts),
    isPublished(`_dmarc.${domain}`, 'v=DMARC1', readTexts),
  ]);
  return [
    ...(spf === false
      ? [
          `MAIL_FROM: ${domain} has no SPF record, so others refuse its mails or call them spam. Publish which servers send for it.`,
        ]
      : []),
    ...(dmarc === false
      ? [`MAIL_FROM: ${domain} has no DMARC record. Publish one at _dmarc.${domain}; large providers ask for it.`]
      : []),
  ];
}

/** Whether a domain publishes a text that begins so; null when the name servers cannot be asked. */
async function isPublished(name: string, beginning: string, readTexts: ReadTexts): Promise<boolean | null> {
  try {
    return (await readTexts(name)).some((parts) => parts.join('').startsWith(beginning));
  } catch (error) {
    return ['ENODATA', 'ENOTFOUND'].includes((error as { code?: string }).code ?? '') ? false : null;
  }
}

async function examineMongo(url: string | undefined): Promise<string[]> {
  if (url === undefined) return [];
  try {
    const archive = await createMongodbArchive(url, { withinMs: 5000 });
    await archive.close();
    return [];
  } catch (error) {
    return [
      `MONGODB_URL: the server ${hostOf(url)} cannot be reached (${reasonOf(error)}). The timeline has nothing to show without it.`,
    ];
  }
}
