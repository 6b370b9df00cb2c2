import type { IncomingMessage } from 'node:http';
import { Refusal } from '@shop/http';

/** The most bytes of a body, except uploads. PayPal's webhook is the largest body that services take. */
const MOST_BYTES = 512 * 1024;

/** Whether a request comes with a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads the whole body before a service is asked, so that a slow sender delays nobody else.
 * @throws Refusal 413 for more than `most` bytes, 408 when the body is not complete within `withinMs`, 400 when the client leaves
 */
export function readBody(req: IncomingMessage, withinMs: number, most = MOST_BYTES): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > most) return Promise.reject(tooLarge(most));
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(
      () => end(new Refusal('too-slow', 'too-slow', 'The request took too long to arrive. Please try again.')),
      withinMs,
    );
    const end = (refusal: Refusal) => {
      clearTimeout(timer);
      req.pause();
      reject(refusal);
    };
    req.on('data', (part: Buffer) => {
      size += part.length;
      if (size > most) end(tooLarge(most));
      else parts.push(part);
    });
    req.once('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(parts));
    });
    req.once('close', () => end(new Refusal('invalid', 'invalid', 'The connection was lost before the whole request arrived.')));
  });
}

const tooLarge = (most: number) =>
  new Refusal('too-large', 'too-large', `The request is too large: it must have at most ${most / 1024} kB.`);
