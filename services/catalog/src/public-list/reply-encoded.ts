import { answerEncoded, reply, type Encoded, type Reply } from '@shop/http';
import type { Request } from 'express';

/**
 * Answers JSON in an encoding that the request accepts, or 304 when the caller has it. Admins see another list. `extraHeaders`
 * are further headers.
 */
export async function replyEncoded(
  req: Request,
  json: Encoded,
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<Reply<200, Buffer> | Reply<304, null>> {
  const { headers, body } = await answerEncoded(req.headers, json, ['Authorization']);
  const always = { ...headers, ...extraHeaders, 'cache-control': 'no-cache' };
  if (body === null) return reply(304, null, always);
  return reply(200, body, { ...always, 'content-type': 'application/json; charset=utf-8' });
}
