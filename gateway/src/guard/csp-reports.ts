import type { policyRoutes } from '@shop/contracts/routes';
import { scalePoints, type Handlers } from '@shop/http';
import type { Log } from '@shop/runtime';
import { countUses } from './flood';
import { readBody } from './read-body';

const MOST_BYTES = 16 * 1024;
const WITHIN_MS = 3000;
/** Reports in a minute: how many are accepted from one address, and how many are logged. */
const A_MINUTE = { perAddress: 20, logged: 10 };
const DIRECTIVES =
  /^(script|style|img|media|font|connect|worker|frame|manifest|default|object)-src(-elem|-attr)?$|^(base-uri|form-action|frame-ancestors|require-trusted-types-for|trusted-types)$/;

type Report = { directive: string; blocked: string; page: string };

/**
 * Receives browsers' reports of content that the Content-Security-Policy blocked in the shop's pages: counts them by directive and
 * logs a few each minute.
 */
export function policyHandlers(log: Log, count: (directive: string) => void, rateScale: number): Handlers<typeof policyRoutes> {
  const useOfAddress = countUses({ points: scalePoints(A_MINUTE.perAddress, rateScale), seconds: 60 });
  const useOfLog = countUses({ points: A_MINUTE.logged, seconds: 60 });

  return {
    async reportPolicy({ req, caller }) {
      const body = await readBody(req, WITHIN_MS, MOST_BYTES);
      if (useOfAddress(caller.address) > 0) return;
      for (const report of reportsIn(body)) {
        count(report.directive);
        if (useOfLog('all') === 0) log.warn({ report }, 'a browser reported what the Content-Security-Policy kept out of a page');
      }
    },
  };
}

/** At most five reports from one request. Addresses in them are shortened and lose the parts that may be personal. */
function reportsIn(body: Buffer): Report[] {
  const payload = parseJson(body);
  const bodies = Array.isArray(payload)
    ? payload.slice(0, 5).map((report) => fieldOf(report, 'body'))
    : [fieldOf(payload, 'csp-report')];
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

/** An address without query, fragment and ids, because those may contain tokens. */
const bare = (text: string) =>
  (URL.canParse(text) ? new URL(text).origin + new URL(text).pathname.replace(/[\w-]{20,}/g, '…') : text).slice(0, 200);

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
