import { adminActed } from '@shop/contracts/events';
import { DemoFields } from '@shop/contracts/forms';
import type { demoRoutes } from '@shop/contracts/routes';
import { invalid, notFound, type Handlers } from '@shop/http';
import { inTx, locked } from '@shop/messaging';
import type { ServiceContext } from '../context';
import { addedBy } from '../media/added-by';
import { saveMedia } from '../media/save-media';
import { demoView, listDemos } from './demo-queries';
import { Demo } from './demo.entity';

/** The audit log's facts of a demo track. */
const factsOf = ({ name, category, img, audio }: Demo) => ({ name, category, img, audio });
const subject = ({ id, name }: Demo) => ({ type: 'demo', id, name });

/**
 * Demo tracks are shown and never sold (docs/product/catalogue.md#demo-tracks). No other service copies them, so only the audit log
 * hears of a change, and a deleted demo track leaves no row.
 */
export const demoHandlers = ({ source, receive, storage, transcoder }: ServiceContext): Handlers<typeof demoRoutes> => ({
  listDemos: async ({ query }) =>
    query.page === undefined
      ? (await source.manager.find(Demo, { order: { id: 'ASC' } })).map(demoView)
      : listDemos(source.manager, query),
  readDemo: async ({ params }) => demoView(found(await source.manager.findOneBy(Demo, { id: params.id }))),
  addDemo: ({ req, res, caller }) =>
    receive(req, res, async ({ id, text, img, audio, progress, left }) => {
      const fields = DemoFields.parse(text);
      if (!img) throw invalid('img', 'Please choose an image.');
      if (!audio) throw invalid('audio', 'Please choose an audio file.');
      const saved = await saveMedia({ storage, transcoder }, { img, audio }, { progress, left });
      left.throwIfAborted();
      return inTx(source, async ({ db, emit }) => {
        const fresh = Object.assign(new Demo(), fields, saved, { upload: id ?? null });
        const added = await addedBy(db, Demo, fresh, factsOf);
        if (added) return demoView(added);
        const demo = await db.save(fresh);
        await emit(...adminActed(caller.userId, 'demo.created', subject(demo), { before: null, after: factsOf(demo) }));
        return demoView(demo);
      });
    }),
  changeDemo: ({ params, req, res, caller }) =>
    receive(req, res, async ({ text, img, audio, progress, left }) => {
      const formWith = ({ name, category }: Demo) => DemoFields.parse({ name, category, ...text });
      formWith(found(await source.manager.findOneBy(Demo, params))); // refuses before the files are judged
      const saved = await saveMedia({ storage, transcoder }, { img, audio }, { progress, left });
      left.throwIfAborted();
      return inTx(source, async ({ db, emit }) => {
        const demo = found(await locked(db, Demo, { id: params.id }));
        const [of, before] = [subject(demo), factsOf(demo)];
        await db.save(Object.assign(demo, formWith(demo), saved));
        await emit(...adminActed(caller.userId, 'demo.changed', of, { before, after: factsOf(demo) }));
        return demoView(demo);
      });
    }),
  deleteDemo: ({ params, caller }) =>
    inTx(source, async ({ db, emit }) => {
      const demo = found(await locked(db, Demo, { id: params.id }));
      await emit(...adminActed(caller.userId, 'demo.deleted', subject(demo), { before: factsOf(demo), after: null }));
      await db.delete(Demo, params);
      return { success: true };
    }),
});

function found(demo: Demo | null): Demo {
  if (!demo) throw notFound('demo track');
  return demo;
}
