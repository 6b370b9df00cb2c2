import { randomBytes } from 'node:crypto';
import { answerEncoded, encode, hashOf, type EncodedBody } from '@shop/http';
import type { Request, Response } from 'express';
import type { Config } from '../config';
import { pagePolicy, watchedPolicy } from '../guard/security-headers';

/** A page of 57 kB takes 1.4 ms; quality 9 takes 23 ms and saves half a percent. */
const EFFORT = { level: 9, quality: 6 };

/** Stands for the nonce while the policy is prepared. */
const NONCE = '(nonce)';

/** A finished page. It is the same for every visitor. */
export type KeptPage = { status: number; html: EncodedBody };

/** Sends pages. `hashes` allow their inline scripts. */
export function createPageAnswers(config: Config, hashes: readonly string[]) {
  const observedPolicy = watchedPolicy(config);
  const policy = JSON.stringify([pagePolicy(config, '', hashes), observedPolicy]);
  const [beforeNonce = '', afterNonce = ''] = pagePolicy(config, NONCE, hashes).split(NONCE);

  /** The page is the same for everybody, so its policy is in a header, with a new nonce for each answer. */
  function policies() {
    const nonce = randomBytes(16).toString('base64');
    return {
      'content-security-policy': `${beforeNonce}${nonce}${afterNonce}`,
      'server-timing': `nonce;desc="${nonce}"`,
      ...observedPolicy,
    };
  }

  return {
    /** Prepares a page for sending. After a 304 browsers keep the policy that they have, so the ETag changes with it. */
    ready: (html: string): EncodedBody => encode(Buffer.from(html), { ...EFFORT, etag: `"${hashOf(policy + html)}"` }),
    async send(req: Request, res: Response, { status, html }: KeptPage) {
      // Only a found page may be answered with 304.
      const { 'if-none-match': etag, ...otherHeaders } = req.headers;
      const answer = await answerEncoded(status === 200 ? { ...otherHeaders, 'if-none-match': etag } : otherHeaders, html);
      // After a 304 the browser keeps the policy and nonce of its own answer.
      if (answer.body) res.set(policies());
      else res.removeHeader('content-security-policy');
      res.status(answer.body ? status : 304).set(answer.headers);
      if (status === 503) res.set('retry-after', '5');
      res.end(req.method === 'HEAD' ? undefined : answer.body);
    },
  };
}
