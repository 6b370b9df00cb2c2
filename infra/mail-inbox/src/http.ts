import { join } from 'node:path';
import { onlyKnownHosts } from '@shop/http/known-hosts';
import express, { type Response } from 'express';
import type { MailStore } from './mail-store';
import type { ReceivedMail } from './read-mail';

/** They lie beside `src` and `dist`, so that the program finds them from both. */
const BROWSER = join(__dirname, '..', 'browser');

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The policy of a displayed mail: it may have any look and open links in new tabs, but runs no scripts and loads only pictures. */
const MAIL_POLICY =
  "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; font-src data:; form-action 'none'; frame-ancestors 'self'";

/** The inbox page and its JSON API. */
export function createInboxApp(
  store: MailStore,
  allowedHosts: readonly string[],
  refusing: { get: () => boolean; set: (value: boolean) => void },
) {
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.set({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    next();
  });
  app.use(onlyKnownHosts(allowedHosts));

  app.get('/health', (_request, response) => void response.json({ status: 'ok' }));

  app.get('/api/messages', async (request, response) => {
    const { to } = request.query;
    response.json((await store.list(typeof to === 'string' ? to : undefined)).map(summary));
  });
  app.delete('/api/messages', (_request, response) => {
    store.clear();
    response.status(204).end();
  });
  app.get('/api/messages/:id', async (request, response) => {
    const mail = await store.get(request.params.id);
    if (!mail) return missing(response);
    return response.json(view(mail));
  });
  app.get('/api/messages/:id/attachments/:index', async (request, response) => {
    const attachment = (await store.get(request.params.id))?.attachments[Number(request.params.index)];
    if (!attachment) return missing(response);
    return response
      .set('content-security-policy', "sandbox; default-src 'none'")
      .attachment(attachment.filename)
      .type(attachment.contentType)
      .send(attachment.content);
  });
  app.get('/messages/:id/html', async (request, response) => {
    const mail = await store.get(request.params.id);
    if (!mail?.html) return missing(response);
    return response.set('content-security-policy', MAIL_POLICY).type('html').send(withLinksInNewTabs(mail.html));
  });

  app.get('/api/refuse', (_request, response) => void response.json({ refusing: refusing.get() }));
  app.post('/api/refuse', express.json(), (request, response) => {
    const requestedState = (request.body as { refusing?: unknown } | undefined)?.refusing;
    if (typeof requestedState !== 'boolean') return response.status(400).json({ error: 'refusing is true or false' });
    refusing.set(requestedState);
    return response.json({ refusing: requestedState });
  });

  app.get('/', (_request, response) =>
    response.set('content-security-policy', PAGE_POLICY).sendFile(join(BROWSER, 'inbox.html')),
  );
  app.use('/assets', express.static(BROWSER, { index: false }));
  return app;
}

const summary = ({ id, receivedAt, from, to, subject, text, attachments }: ReceivedMail) => ({
  id,
  receivedAt,
  from,
  to,
  subject,
  preview: text.replace(/\s+/g, ' ').trim().slice(0, 140),
  attachmentCount: attachments.length,
});

const view = (mail: ReceivedMail) => ({
  ...mail,
  attachments: mail.attachments.map(({ filename, contentType, content }, index) => ({
    filename,
    contentType,
    size: content.length,
    index,
  })),
});

const missing = (response: Response) => response.status(404).json({ error: 'No such mail.' });

/**
 * Makes links open in new tabs. The tag goes into an existing head, so that the page keeps its doctype and with it the mail's own
 * look.
 */
function withLinksInNewTabs(html: string) {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
}
