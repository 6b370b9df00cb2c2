import { IsNull, type EntityManager } from 'typeorm';
import { User } from './user.entity';

/** Accounts that are not deleted. */
export const userByEmail = (db: EntityManager, email: string) => db.findOneBy(User, { email, deletedAt: IsNull() });
export const userById = (db: EntityManager, id: number) => db.findOneBy(User, { id, deletedAt: IsNull() });
