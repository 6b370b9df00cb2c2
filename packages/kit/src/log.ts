import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Personal data and secrets that must not reach a log, at any depth that we log. */
const PRIVATE = ['email', 'password', 'token', 'code', 'authorization', 'cookie', 'card_number', 'name', 'last_name', 'address'];

/** JSON lines in UTC with the service's name, to stdout or `destination`; personal data are cut out. */
export function createLog(service: string, level = 'info', destination?: DestinationStream): Log {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: PRIVATE.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), remove: true },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A log file for several services of one process. */
export const logFile = (path: string): DestinationStream => pino.destination({ dest: path, mkdir: true, sync: false });
