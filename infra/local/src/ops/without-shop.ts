import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalConfig } from '../config';

type Where = Pick<LocalConfig, 'DATABASE_URL' | 'DATA_DIR'>;

/** Postgres' codes for a missing database, table or schema. */
const NOTHING_THERE = ['3D000', '42P01', '3F000'];
const NOT_LET_IN = ['28P01', '28000'];
const NOT_REACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET'];

/** Refuses a command where no shop was ever started: no command creates a shop. @throws Error */
export function refuseWithoutShop(where: Where): void {
  if (!where.DATABASE_URL && !existsSync(join(where.DATA_DIR, 'postgres', 'password'))) throw new Error(noShop(where));
}

/** Why a command cannot reach the shop's data, and what to do about it. Other errors keep their own words. */
export function inWords(error: unknown, where: Where): string {
  const code = codeOf(error);
  if (code !== undefined && NOTHING_THERE.includes(code)) return noShop(where);
  if (code !== undefined && [...NOT_LET_IN, ...NOT_REACHED].includes(code)) return aboutServer(error, where);
  return saidBy(error);
}

/** The error of a database server with the server's name, and what to do when it is away or refuses the login. */
export function aboutServer(error: unknown, where: Where): string {
  const [message, code] = [saidBy(error), codeOf(error)];
  if (code !== undefined && NOT_LET_IN.includes(code))
    return `${serverOf(where)} does not let us in: ${message}. See its account and password.`;
  if (code !== undefined && NOT_REACHED.includes(code))
    return `${serverOf(where)} cannot be reached (${message || code}). Start it, and try again.`;
  return `${serverOf(where)} says: ${message}`;
}

const saidBy = (error: unknown) => (error instanceof Error ? error.message : String(error));

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

const noShop = ({ DATABASE_URL, DATA_DIR }: Where) =>
  DATABASE_URL
    ? `${serverOf({ DATABASE_URL, DATA_DIR })} holds no shop yet. Start one with npm start, or set DATABASE_URL to the server that it uses.`
    : `There is no shop in ${DATA_DIR} yet. Start it once with npm start, or say where it is: DATA_DIR is the folder of its data, DATABASE_URL its database server.`;

const serverOf = ({ DATABASE_URL, DATA_DIR }: Where) =>
  DATABASE_URL && URL.canParse(DATABASE_URL)
    ? `The database server of DATABASE_URL (${new URL(DATABASE_URL).host})`
    : DATABASE_URL
      ? 'The database server of DATABASE_URL'
      : `The database in ${DATA_DIR}`;
