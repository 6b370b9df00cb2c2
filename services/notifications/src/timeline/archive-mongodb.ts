import { subjectKey, subjectOf } from '@shop/contracts/events';
import type { Mongoose, QueryFilter } from 'mongoose';
import { ACTED, COUNTED, ERASED, type Filter, type TimelineArchive } from './archive';
import type { Entry } from './entry';

type Document = Omit<Entry, 'id'> & { _id: string };

const entrySchema = ({ Schema }: Mongoose) =>
  new Schema<Document>(
    {
      _id: { type: String, required: true },
      type: { type: String, required: true },
      at: { type: Date, required: true },
      requestId: { type: String, default: null },
      subjects: { type: [String], required: true },
      facts: { type: Schema.Types.Mixed, required: true },
    },
    { collection: 'timeline', versionKey: false, minimize: false, autoIndex: false },
  )
    .index({ subjects: 1, at: -1 })
    .index({ type: 1, at: -1 })
    .index({ at: -1, _id: 1 })
    .index({ requestId: 1 })
    .index({ subjects: 1 }, { partialFilterExpression: { type: ERASED } })
    .index({ 'facts.adminId': 1 }, { partialFilterExpression: { type: ACTED } });

/**
 * The archive in MongoDB, one document for each event without transactions: any server from 6 on, even without a replica set. `url`
 * names the database. It creates the indexes. @throws when no server answers within `withinMs`, or at once with `signal`
 */
export async function createMongodbArchive(
  url: string,
  { withinMs = 10_000, signal }: { withinMs?: number; signal?: AbortSignal } = {},
): Promise<TimelineArchive> {
  // Loaded only where it is used: the driver takes memory and time at the start.
  const { default: mongoose } = await import('mongoose');
  const connection = mongoose.createConnection(url, { serverSelectionTimeoutMS: withinMs, socketTimeoutMS: 30_000 });
  const Timeline = connection.model('Timeline', entrySchema(mongoose));
  const giveUp = () => void connection.getClient().close();
  signal?.addEventListener('abort', giveUp);
  try {
    await connection.asPromise();
    await Timeline.createIndexes();
  } catch (error) {
    await connection.close().catch(() => undefined);
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }

  return {
    async keep(entries) {
      if (entries.length === 0) return;
      await Timeline.bulkWrite(
        entries.map(({ id, ...document }) => ({
          updateOne: { filter: { _id: id }, update: { $setOnInsert: document }, upsert: true },
        })),
        { ordered: false },
      );
    },

    async find(filter, { skip, take }) {
      const matching = matches(filter);
      const [documents, total] = await Promise.all([
        Timeline.find(matching).sort({ at: -1, _id: 1 }).skip(skip).limit(take).lean(),
        Timeline.countDocuments(matching).limit(COUNTED),
      ]);
      return { entries: documents.map(({ _id, ...document }) => ({ id: _id, ...document })), total };
    },

    async forget(accountId) {
      const account = subjectKey('account', accountId);
      await Timeline.deleteMany({ subjects: [account], type: { $ne: ERASED } });
      await Timeline.updateMany({ subjects: account, type: { $ne: ERASED } }, { $pull: { subjects: account } });
      await Timeline.updateMany({ type: ACTED, 'facts.adminId': accountId }, { $set: { 'facts.adminId': null } });
    },

    async erasedAmong(accountIds) {
      const subjects = accountIds.map((id) => subjectKey('account', id));
      return erasedIn(await Timeline.find({ type: ERASED, subjects: { $in: subjects } }).lean());
    },

    erasedSince: async (moment) => erasedIn(await Timeline.find({ type: ERASED, at: { $gte: moment } }).lean()),

    prune: async (before) => (await Timeline.deleteMany({ at: { $lt: before } })).deletedCount,

    close: () => connection.close(),
  };
}

const erasedIn = (documents: readonly Pick<Document, 'subjects'>[]) =>
  documents.flatMap(({ subjects }) => subjects.map((key) => subjectOf(key).id));

function matches({ subject, types, requestId, from, to }: Filter): QueryFilter<Document> {
  return {
    ...(subject && { subjects: subject }),
    ...(types && { type: { $in: [...types] } }),
    ...(requestId && { requestId }),
    ...((from ?? to) && { at: { ...(from && { $gte: from }), ...(to && { $lt: to }) } }),
  };
}
