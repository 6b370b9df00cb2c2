import type { Context, Endpoint, Look, Who } from '@shop/http';
import type { RequestHandler } from 'express';
import type { z } from 'zod';

type Schema = z.ZodType | undefined;
type Out<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

/** One call of a test, with its handler. Its answer has no schema, so nothing compares it. */
export const endpoint = <P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(route: {
  method: Endpoint['method'];
  path: string;
  who: Who;
  look?: Look;
  summary: string;
  status?: number;
  params?: P;
  query?: Q;
  body?: B;
  accepts?: string;
  middleware?: RequestHandler[];
  handle: (context: Context<Out<P>, Out<Q>, Out<B>>) => Promise<unknown>;
}): Endpoint => ({ middleware: [], status: 200, ...route });
