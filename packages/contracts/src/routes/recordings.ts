import { z } from 'zod';
import { MAY } from '../constants';
import { id } from '../forms/fields';
import { KnownRecordingView } from '../views/recordings';
import { Data } from '../views/shared';
import { noSuch } from './refusals';
import { route } from '../declare';

const Id = z.object({ id });

/** What the shop knows of the recordings that reviewers listen to; their makers never learn it. */
export const recordingRoutes = {
  recordingsOfPackage: route({
    method: 'get',
    path: '/api/packages/:id/recordings',
    who: { roles: MAY.readPackages },
    summary: 'The recordings that the masters of a package agree with, the likeliest first, with the seconds that agree',
    params: Id,
    answers: { 200: Data(z.array(KnownRecordingView)) },
    refuses: noSuch('package'),
  }),
  recordingsOfProduct: route({
    method: 'get',
    path: '/api/products/:id/recordings',
    who: { roles: MAY.readCatalogue },
    summary: 'The recordings that the preview of a track agrees with, the likeliest first, with the seconds that agree',
    params: Id,
    answers: { 200: Data(z.array(KnownRecordingView)) },
    refuses: noSuch('track'),
  }),
};
