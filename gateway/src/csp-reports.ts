import type { RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Log } from '@shop/kit';
import { addressOf } from './client-address';
import { readBody } from './read-body';

const MOST_BYTES = 16 * 1024;
const WITHIN_MS = 3000;
/** Of one address, and written to the log, in a minute; what is more is counted and forgotten. */
const A_MINUTE = { perAddress: 20, logged: 10 };
const DIRECTIVES =
  /^(script|style|img|media|font|connect|worker|frame|manifest|default|object)-src(-elem|-attr)?$|^(base-uri|form-action|frame-ancestors|require-trusted-types-for|trusted-types)$/;

type Report = { directive: string; blocked: string; page: string };

/** What browsers kept out of our pages: read bounded, counted by directive, and of each minute a few are written down. */
export function hearCspReports(log: Log, count: (directive: string) => void, scale: number): RequestHandler {
  const addresses = new RateLimiterMemory({ points: Math.max(1, Math.round(A_MINUTE.perAddress * scale)), duration: 60 });
  const logged = new RateLimiterMemory({ points: A_MINUTE.logged, duration: 60 });
  const within = (limiter: RateLimiterMemory, key: string) => limiter.consume(key).then(Boolean, () => false);

  return async (req, res) => {
    const body = await readBody(req, WITHIN_MS, MOST_BYTES);
    if (await within(addresses, addressOf(req.ip)))
      for (const report of reportsIn(body)) {
        count(report.directive);
        if (await within(logged, 'all')) log.warn({ report }, 'a browser kept something out of a page');
      }
    res.status(204).end();
  };
}

/** At most five of what came, each with its addresses cut short and without what may be personal in them. */
function reportsIn(body: Buffer): Report[] {
  const sent = parsed(body);
  const bodies = Array.isArray(sent) ? sent.slice(0, 5).map((one) => fieldOf(one, 'body')) : [fieldOf(sent, 'csp-report')];
  return bodies.flatMap((report) => {
    const directive =
      textOf(report, 'effectiveDirective') || textOf(report, 'effective-directive') || textOf(report, 'violated-directive');
    if (!directive) return [];
    return {
      directive: DIRECTIVES.test(directive) ? directive : 'other',
      blocked: bare(textOf(report, 'blockedURL') || textOf(report, 'blocked-uri')),
      page: bare(textOf(report, 'documentURL') || textOf(report, 'document-uri')),
    };
  });
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
const textOf = (value: unknown, name: string) => {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
};

/** An address without query, fragment and ids: tokens stand there. */
const bare = (text: string) =>
  (URL.canParse(text) ? new URL(text).origin + new URL(text).pathname.replace(/[\w-]{20,}/g, '…') : text).slice(0, 200);

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
