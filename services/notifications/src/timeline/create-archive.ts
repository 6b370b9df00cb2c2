import type { DataSource } from 'typeorm';
import type { TimelineArchive } from './archive';
import { createMongodbArchive } from './archive-mongodb';
import { createPostgresArchive } from './archive-postgres';

/** The archive in MongoDB where its address is given, else in the service's own database. */
export const createArchive = async (source: DataSource, mongodbUrl: string | undefined): Promise<TimelineArchive> =>
  mongodbUrl ? createMongodbArchive(mongodbUrl) : createPostgresArchive(source);
