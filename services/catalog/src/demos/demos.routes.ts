import { DemoFields, id } from '@shop/contracts/forms';
import type { DemoView } from '@shop/contracts/views';
import { endpoint, inTx, invalid, locked, notFound, type Endpoint } from '@shop/kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Receiver } from '../media/receive-upload';
import { saveMedia, type MediaParts } from '../media/save-media';
import { Demo } from './demo.entity';

export type DemoParts = { source: DataSource; receive: Receiver; media: MediaParts };

const Id = z.object({ id });
const MULTIPART = 'multipart/form-data';

/** A demo has no tempo or key in its form, so it says none (spec 3 §2). */
const view = ({ id, name, category, img, audio, peaks, wave, duration }: Demo): DemoView => ({
  id,
  name,
  category,
  img,
  audio,
  peaks,
  wave,
  duration,
  bpm: null,
  music_key: null,
});

/** Demo tracks are shown, never sold, and nobody else keeps copies: no events, and deleting deletes (spec 3 §2, §7). */
export const demoRoutes = ({ source, receive, media }: DemoParts): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/api/demos',
    who: 'anyone',
    summary: 'All demo tracks',
    handle: async () => (await source.manager.find(Demo, { order: { id: 'ASC' } })).map(view),
  }),
  endpoint({
    method: 'get',
    path: '/api/demos/:id',
    who: 'anyone',
    summary: 'One demo track',
    params: Id,
    handle: async ({ params }) => view(found(await source.manager.findOneBy(Demo, { id: params.id }))),
  }),
  endpoint({
    method: 'post',
    path: '/api/demos',
    who: 'admin',
    summary: 'Adds a demo track: name, category, img, audio',
    status: 201,
    accepts: MULTIPART,
    handle: ({ req, res }) =>
      receive(req, res, async ({ text, img, audio, progress }) => {
        const fields = DemoFields.parse(text);
        if (!img) throw invalid('img', 'Please choose an image.');
        if (!audio) throw invalid('audio', 'Please choose an audio file.');
        const saved = await saveMedia(media, { img, audio }, progress);
        return view(await source.manager.save(Object.assign(new Demo(), fields, saved)));
      }),
  }),
  endpoint({
    method: 'put',
    path: '/api/demos/:id',
    who: 'admin',
    summary: 'Changes a demo track; what is not sent stays',
    params: Id,
    accepts: MULTIPART,
    handle: ({ params, req, res }) =>
      receive(req, res, async ({ text, img, audio, progress }) => {
        const { name, category } = found(await source.manager.findOneBy(Demo, params));
        const fields = DemoFields.parse({ name, category, ...text });
        const saved = await saveMedia(media, { img, audio }, progress);
        return inTx(source, async ({ db }) => {
          const demo = found(await locked(db, Demo, { id: params.id }));
          return view(await db.save(Object.assign(demo, fields, saved)));
        });
      }),
  }),
  endpoint({
    method: 'delete',
    path: '/api/demos/:id',
    who: 'admin',
    summary: 'Deletes a demo track',
    params: Id,
    async handle({ params }) {
      const { affected } = await source.manager.delete(Demo, params);
      if (!affected) throw notFound('demo track');
      return { success: true };
    },
  }),
];

function found(demo: Demo | null): Demo {
  if (!demo) throw notFound('demo track');
  return demo;
}
