import type { Log } from '@shop/runtime';
import type { DataSource } from 'typeorm';
import type { TimelineArchive } from './archive';
import { createMongodbArchive } from './archive-mongodb';
import { createPostgresArchive } from './archive-postgres';
import { connectingArchive } from './connecting-archive';

/** The archive in MongoDB if it has an address, or else in the service's own database. */
export const createArchive = (source: DataSource, mongodbUrl: string | undefined, log: Log): TimelineArchive =>
  mongodbUrl ? connectingArchive((signal) => createMongodbArchive(mongodbUrl, { signal }), log) : createPostgresArchive(source);
