import { z } from 'zod';
import { COUNTRIES } from '../countries';
import {
  BPM_LIMITS,
  EMAIL_PATTERN,
  JOINED_LETTER,
  LINK_HOSTS,
  PASSWORD_HINTS,
  PASSWORD_MAX,
  plainDigits,
  PRICE_LIMITS_CENTS,
  withoutMarks,
} from '../constants';

/** Fields that more than one form has. */

// oxlint-disable-next-line no-control-regex -- they break lines in mails and logs
const CONTROL = /[\u0000-\u001f\u007f]/;
// oxlint-disable-next-line no-control-regex -- NUL is what Postgres cannot store
const NUL = /\u0000/;
/** Half of a surrogate pair, which databases refuse. */
const HALF = /\p{Surrogate}/u;

/** Invisible characters and those that change the direction of text: with them, two texts that look alike would differ. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u0080-\u009f\u2800]/u;
/** The emoji that contain such characters: the flags of England, Scotland and Wales, keycaps, and joined pictures. */
const FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u;
const KEYCAP = /[0-9#*]\ufe0f\u20e3/u;
const PICTURE =
  /\p{Extended_Pictographic}\p{Emoji_Modifier}?[\ufe0e\ufe0f]?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*/u;
const EMOJI = new RegExp([FLAG, KEYCAP, PICTURE].map(({ source }) => source).join('|'), 'gu');

/** Whether a text fits on one line of Postgres, mails and readers: no control or invisible characters, no half surrogate pair. */
export const isOneLine = (text: string) => !CONTROL.test(text) && !HALF.test(text) && !isUnseenIn(text);
/** Skips very long texts, because the limit of every field refuses them. */
const isUnseenIn = (text: string) => text.length < 10_000 && UNSEEN.test(text) && UNSEEN.test(text.replace(EMOJI, ''));
export const ONE_LINE = 'Line breaks, control characters and invisible characters are not allowed';

const lineOf = (text: z.ZodString, max: number, message: string) =>
  text.trim().normalize('NFC').min(1, message).max(max, `At most ${max} characters`).refine(isOneLine, ONE_LINE);

/** One line of text, trimmed and in NFC form; CR, LF and NUL are refused (docs/product/accounts.md#e-mail-addresses). */
export const line = (max: number, message = 'This field is required') => lineOf(z.string({ error: message }), max, message);

/** Like `line`, for codes and references, which people paste: invisible marks are left out. */
export const pastedLine = (max: number, message: string) =>
  lineOf(z.string({ error: message }).overwrite(withoutMarks), max, message);

const JOINED = `(?=[\\p{L}\\p{M}])[${JOINED_LETTER}]`;
/** The signs that take the vowel from a letter, in Devanagari to Sinhala. */
const VIRAMA = '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca';
/** A joiner between two letters of scripts that are spelled with joiners, or U+200D at the end of a word after a virama. */
const JOINER = new RegExp(`(${JOINED})[\u200c\u200d](?=${JOINED})|([${VIRAMA}])\u200d(?![\\p{L}\\p{M}\u200c\u200d])`, 'gu');

/** One line with the name of a person, which may hold joiners where its script needs them (docs/product/accounts.md#names). */
export const personName = (max: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .normalize('NFC')
    .min(1, message)
    .max(max, `At most ${max} characters`)
    .refine((name) => isOneLine(name.replace(JOINER, '$1$2')), ONE_LINE);

/** Text of several lines, trimmed and in NFC form. */
export const paragraph = (max: number, message = 'This field is required') =>
  z
    .string({ error: message })
    .trim()
    .normalize('NFC')
    .min(1, message)
    .max(max, `At most ${max} characters`)
    .refine((text) => !NUL.test(text) && !HALF.test(text), 'Control characters are not allowed');

export const REASON_MAX = 1000;

/**
 * The reason for refusing a document or a track, which its seller reads word for word. @param missing the message for an empty
 * field
 */
export const refusalReason = (missing?: string) => paragraph(REASON_MAX, missing);

const NO_EMAIL = 'Please enter a valid email';
/** A schema for an e-mail address, in small letters and NFKC form, without invisible marks. @param missing the message for an empty field */
export const emailOr = (missing: string, message: string) =>
  lineOf(z.string({ error: missing }).overwrite(withoutMarks).normalize('NFKC').toLowerCase(), 254, missing)
    .regex(EMAIL_PATTERN, message)
    .refine((text) => !UNSEEN.test(text), message)
    .meta({ description: 'An e-mail address; compared without regard to case' });
export const email = emailOr(NO_EMAIL, NO_EMAIL);

/** A JSON number or a numeric string, within an integer column (docs/product/wire.md#ids). */
export const id = z
  .union([z.number(), z.string().regex(/^\d{1,10}$/, 'Must be a whole number')], { error: 'Must be a whole number' })
  .transform(Number)
  .pipe(z.int('Must be a whole number').min(1, 'Must be a whole number').max(2_147_483_647, 'Must be a whole number'))
  .meta({ description: 'Integer id; a numeric string is accepted', type: 'integer' });

/** Far above any order, and far below the limit of exact cents. */
const MOST_CENTS = 1e11;

type Message = string | ((issue: { input?: unknown }) => string);

/** A JSON number, or a numeric string as forms send it; never `true` or a list. */
export const wholeNumber = (error: Message) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d{1,9}$/, { error }),
      ],
      { error },
    )
    .transform(Number);

const AMOUNT = 'Must be an amount with at most two decimals';
/** Dollars from 0, as a number or decimal string with at most two decimals, made integer cents (docs/product/wire.md#amounts). */
export const dollars = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,9}(\.\d{1,2})?$/, AMOUNT),
    ],
    { error: AMOUNT },
  )
  .transform((value) => Number(value) * 100)
  .refine((cents) => cents >= 0 && cents < MOST_CENTS && Math.abs(cents - Math.round(cents)) < 1e-6, AMOUNT)
  .transform(Math.round)
  .meta({ description: 'Dollars, at most two decimals', type: 'number' });

export const priceCents = dollars.refine(
  (cents) => cents >= PRICE_LIMITS_CENTS.min && cents <= PRICE_LIMITS_CENTS.max,
  'The price must be between 1.00 and 10,000.00',
);

/** Whether a field is absent or blank. */
export const isMissing = (input: unknown) =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '');

const TEMPO = 'BPM must be a number from 0 to 400, with at most one decimal';
/** A schema for beats per minute, as a number or as text from a form. `missing` is the message for an empty field. */
export const tempo = (missing = TEMPO) => {
  const error = ({ input }: { input?: unknown }) => (isMissing(input) ? missing : TEMPO);
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,3}(\.\d)?$/, { error }),
      ],
      { error },
    )
    .transform(Number)
    .refine((bpm) => bpm >= BPM_LIMITS.min && bpm <= BPM_LIMITS.max && Number(bpm.toFixed(1)) === bpm, TEMPO)
    .meta({ description: 'Beats per minute, 0 to 400, at most one decimal', type: 'number' });
};

/** A token of the bot check; absent or empty when the check is off. */
export const recaptchaToken = z.string().max(4096).optional();

/** Like `withoutMarks`, but keeps joiners, which some addresses are spelled with. */
const linkWithoutMarks = (text: string) => text.replace(/(?![\u200c\u200d])\p{Cf}/gu, '');

/** A schema for a link whose host is one of the given domains or below one (docs/product/wire.md#links). `schemes` are without colon. */
export const linkBelow = (hosts: readonly string[], schemes: readonly string[], message: string) =>
  z
    .string({ error: message })
    .overwrite(linkWithoutMarks)
    .trim()
    .max(2000, message)
    .refine((text) => isLinkBelow(text, hosts, schemes), message);

/** Whether a link has one of the schemes (without colon), no user name or password, and a host that is one of `hosts` or below one. */
export function isLinkBelow(text: string, hosts: readonly string[], schemes: readonly string[]): boolean {
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  const url = CONTROL.test(text) ? null : parseUrl(address);
  if (!url) return false;
  const { protocol, hostname, username, password } = url;
  return (
    username === '' &&
    password === '' &&
    schemes.includes(protocol.slice(0, -1)) &&
    hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  );
}

/** Reads an address; null for an invalid one. `URL.canParse` of Node 24 accepts some long addresses that `new URL` then refuses. */
function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** Whether an address is PayPal's own. In a demo, links lead to the simulator instead. */
export const isPaypal = (address: string) => isLinkBelow(address, ['paypal.com'], ['https']);

const SOCIAL_MESSAGE = 'Please provide a valid SoundCloud, Facebook or VK link';
/** A social link. It is optional: an empty text means none (docs/product/selling.md#social-link). Scheme and www may be left out. */
export const socialLink = z
  .string()
  .overwrite(linkWithoutMarks)
  .trim()
  .max(500, SOCIAL_MESSAGE)
  .refine((text) => text === '' || isLinkBelow(text, LINK_HOSTS.social, ['http', 'https']), SOCIAL_MESSAGE);

/** A schema for a link with http or https. @param message for a text that is no such link */
export const httpsLink = (message: string) =>
  z
    .string({ error: message })
    .overwrite(linkWithoutMarks)
    .trim()
    .max(2000, message)
    .refine((text) => parseUrl(text) !== null && /^https?:\/\//i.test(text) && !CONTROL.test(text), message);

export const password = z
  .string({ error: 'Password does not meet requirements' })
  .normalize('NFC')
  .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters`)
  .refine((text) => PASSWORD_HINTS.every((hint) => hint.holds(text)), 'Password does not meet requirements');

export const country = line(60, 'Please select a country.').refine(
  (name) => COUNTRIES.includes(name),
  'Please select a country.',
);

/** Whether a year exists in the calendars of both JavaScript and Postgres: four digits, and not the year 0. */
const hasYear = (text: string) => !text.startsWith('0000');

export const isoDate = (message: string) => z.iso.date(message).refine(hasYear, message);

/** A date and time with its offset, made the same moment in UTC. */
export const moment = z.iso
  .datetime({ offset: true, error: 'Must be a date and time as ISO 8601' })
  .transform((text) => new Date(text))
  .refine((at) => at.getUTCFullYear() > 0 && at.getUTCFullYear() < 10_000, 'Must be a date and time as ISO 8601')
  .transform((at) => at.toISOString());

export const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean);

/** The digits of a pasted code, without the characters between them (spaces, hyphens, invisible marks). */
export const codeDigits = (text: string) => plainDigits(text).replace(/[\p{White_Space}\p{Cf}\p{Pd}._]/gu, '');
