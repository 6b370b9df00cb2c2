import pino, { type Logger } from 'pino';

export type Log = Logger;

/** Personal data and secrets that must not reach a log, at any depth that we log. */
const PRIVATE = ['email', 'password', 'token', 'code', 'authorization', 'cookie', 'card_number', 'name', 'last_name', 'address'];

/** JSON lines in UTC with the service's name; personal data are cut out. */
export const createLog = (service: string, level = 'info'): Log =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: PRIVATE.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), remove: true },
  });
