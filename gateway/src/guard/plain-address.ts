import { notFound } from '@shop/http';
import type { RequestHandler } from 'express';
import { pathIn, serviceOf } from '../routes';

/** Segments that are neither empty nor `.` nor `..`, without `\` and `#`; a slash may follow the last one. */
const PLAIN = /^(\/(?!(\.|%2e){1,2}(\/|$))[^/\\#]+)+\/?$/i;

/**
 * Refuses an address that Express, the proxy and `fetch` would each read differently. So all guards may match an address by its text,
 * and the service that answers sees the same call. @throws Refusal 404
 */
export const plainAddress: RequestHandler = ({ originalUrl }, _res, next) => {
  if (!PLAIN.test(pathIn(originalUrl))) throw notFound('address');
  next();
};

/** Refuses an address whose beginning is written with capitals, so that what caches keep for good has one address. @throws Refusal 404 */
export const declaredPrefix: RequestHandler = ({ originalUrl }, _res, next) => {
  if (!serviceOf(pathIn(originalUrl))) throw notFound('address');
  next();
};
