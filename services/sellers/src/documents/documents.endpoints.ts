import { LIMITS, type documentRoutes } from '@shop/contracts/routes';
import { leftBy, rateLimiter, type Handlers } from '@shop/http';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import { answerOf } from '../stores/seller.entity';
import { receiveDocument } from './receive-document';
import { uploadDocument } from './upload-document';
import { viewDocument } from './view-document';

type DocumentParts = { source: DataSource; storage: ObjectStorage; rateScale: number };

export function documentHandlers({ source, storage, rateScale }: DocumentParts): Handlers<typeof documentRoutes> {
  const limit = rateLimiter(source, LIMITS.documents, rateScale);
  return {
    sendDocument: async ({ params, caller, req, res }) =>
      answerOf(
        await uploadDocument({ source, storage, limit }, caller.userId, params.id, {
          receive: () => receiveDocument(req, res),
          left: leftBy(res),
        }),
      ),
    documentPage: ({ params, query, caller, req, res }) =>
      viewDocument({ source, storage }, caller, { sellerId: params.id, page: query.page }, { req, res }),
  };
}
