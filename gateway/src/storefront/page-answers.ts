import { randomBytes } from 'node:crypto';
import { answerEncoded, encoded, hashOf, type Encoded } from '@shop/http';
import type { Request, Response } from 'express';
import type { Config } from '../config';
import { pagePolicy, watchedPolicy } from '../guard/security-headers';

/** A page of 57 kB takes 1.4 ms; quality 9 takes 23 ms and saves half a percent. */
const EFFORT = { level: 9, quality: 6 };

/** A finished page. It is the same for every visitor. */
export type KeptPage = { status: number; html: Encoded };

/** How pages go out. `hashes` allow the scripts that stand in each. */
export function createPageAnswers(config: Config, hashes: readonly string[]) {
  const policy = JSON.stringify([pagePolicy(config, '', hashes), watchedPolicy(config)]);

  /** The page is the same for everybody, so what may run in it is said beside it, with a new nonce for each answer. */
  function policies() {
    const nonce = randomBytes(16).toString('base64');
    return {
      'content-security-policy': pagePolicy(config, nonce, hashes),
      'server-timing': `nonce;desc="${nonce}"`,
      ...watchedPolicy(config),
    };
  }

  return {
    /** Makes a page ready to be sent. A 304 leaves browsers the policy that they have, so the ETag changes with it. */
    ready: (html: string): Encoded => encoded(Buffer.from(html), { ...EFFORT, etag: `"${hashOf(policy + html)}"` }),
    async send(req: Request, res: Response, { status, html }: KeptPage) {
      // only what was found can be known already
      const { 'if-none-match': known, ...asked } = req.headers;
      const answer = await answerEncoded(status === 200 ? { ...asked, 'if-none-match': known } : asked, html);
      // with 304 the browser keeps policy and nonce of the answer that it has
      if (answer.body) res.set(policies());
      else res.removeHeader('content-security-policy');
      res.status(answer.body ? status : 304).set(answer.headers);
      if (status === 503) res.set('retry-after', '5');
      res.end(req.method === 'HEAD' ? undefined : answer.body);
    },
  };
}
