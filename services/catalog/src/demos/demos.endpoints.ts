import { DemoFields } from '@shop/contracts/forms';
import type { demoRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import type { Receiver } from '../media/receive-upload';
import { saveMedia, type MediaParts } from '../media/save-media';
import { createDemo, newMedia, checkDemoEdit, editDemo, deleteDemo } from './change-demos';
import { allDemos, demoView, listDemos, oneDemo } from './demo-queries';
import { Demo } from './demo.entity';

type DemoParts = MediaParts & { source: DataSource; receive: Receiver };

/**
 * Demo tracks are shown and never sold (docs/product/catalogue.md#demo-tracks). No other service copies them, so only the audit log
 * hears of a change, and a deleted demo track leaves no row.
 */
export const demoHandlers = ({ source, receive, storage, transcoder }: DemoParts): Handlers<typeof demoRoutes> => ({
  listDemos: ({ query }) => (query.page === undefined ? allDemos(source.manager) : listDemos(source.manager, query)),
  readDemo: ({ params }) => oneDemo(source.manager, params.id),
  addDemo: ({ req, res, caller }) =>
    receive(req, res, async ({ id, text, img, audio, progress, left }) => {
      const fields = DemoFields.parse(text);
      const media = await newMedia({ storage, transcoder }, { img, audio }, { progress, left });
      left.throwIfAborted();
      return demoView(await inTx(source, (tx) => createDemo(tx, caller.userId, Demo.fresh(fields, media, id ?? null))));
    }),
  changeDemo: ({ params, req, res, caller }) =>
    receive(req, res, async ({ text, img, audio, progress, left }) => {
      await checkDemoEdit(source.manager, params.id, text);
      const media = await saveMedia({ storage, transcoder }, { img, audio }, { progress, left });
      left.throwIfAborted();
      return demoView(await inTx(source, (tx) => editDemo(tx, caller.userId, params.id, text, media)));
    }),
  async deleteDemo({ params, caller }) {
    await inTx(source, (tx) => deleteDemo(tx, caller.userId, params.id));
    return { success: true };
  },
});
