import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createCanvas } from '@napi-rs/canvas';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { MOST_BYTES } from './draw-pdf-limits';
import { hiddenParts, SAYS_ACTIVE, SAYS_ENCRYPTED } from './hidden-parts';

/** The messages of the process that draws one PDF: each page once it is drawn, and at the end the problem, or null. */
export type ProcessMessage = { page: Uint8Array } | { problem: string | null };

const MOST_PAGES = 10;
const MOST_PIXELS = 40_000_000;
/** Pixels; enough to read small print. */
const LONGEST_SIDE = 2000;
const ACTIVE_ANNOTATIONS = ['FileAttachment', 'RichMedia', 'Screen', 'Movie', 'Sound', '3D'];

const WARNINGS = 1;
/** The warnings by which pdf.js tells that it leaves something out. With errors instead, pdf.js would lose them while it draws. */
const LEFT_OUT = /^Warning: (Image|Unable to decode image|getOperatorList - ignoring (XObject|errors))/;

/** The PDF is refused; the message tells its sender why. */
class Unfit extends Error {}

process.on('message', (pdf: Buffer) => {
  drawAll(pdf).then(
    () => post({ problem: null }),
    (error: unknown) =>
      post({ problem: error instanceof Unfit ? error.message : 'The PDF is damaged. Please send a plain scan.' }),
  );
});
// The service that asked is gone.
process.on('disconnect', () => process.exit());
let leftOut = false;
console.warn = (text: string) => {
  leftOut ||= LEFT_OUT.test(text);
};
watchMemory();

const post = (message: ProcessMessage) => process.send?.(message);

/** Ends the process when it takes too much memory. A thread of its own watches, because the drawing thread may not pause. */
function watchMemory() {
  const watchCode = `setInterval(() => process.memoryUsage.rss() > ${MOST_BYTES} && process.kill(process.pid, 'SIGKILL'), 20)`;
  new Worker(watchCode, { eval: true }).unref();
}

async function drawAll(pdf: Buffer) {
  const reason = hiddenParts(pdf);
  if (reason) throw new Unfit(reason);
  const document = await openPdf(pdf);
  await refuseActive(document);
  if (document.numPages < 1) throw new Error('No page');
  if (document.numPages > MOST_PAGES) throw new Unfit(`The PDF has more than ${MOST_PAGES} pages. Please send those that count.`);
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    await refuseActivePage(page);
    const image = await drawPage(page);
    if (leftOut) throw new Unfit('Not everything in the PDF can be drawn. Please send a plain scan.');
    post({ page: image });
    page.cleanup();
  }
}

/** Opens a PDF without running anything in it; its fonts are drawn as outlines and never handed to the system. */
async function openPdf(pdf: Buffer): Promise<PDFDocumentProxy> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const home = (folder: string) => join(dirname(require.resolve('pdfjs-dist/package.json')), folder, '/');
  const task = getDocument({
    data: new Uint8Array(pdf),
    verbosity: WARNINGS,
    maxImageSize: MOST_PIXELS,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    cMapUrl: home('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: home('standard_fonts'),
    wasmUrl: home('wasm'),
    iccUrl: home('iccs'),
  });
  return task.promise.catch((error: Error) => {
    throw error.name === 'PasswordException' ? new Unfit(SAYS_ENCRYPTED) : error;
  });
}

type Info = { EncryptFilterName: string | null; IsXFAPresent: boolean; IsCollectionPresent: boolean };

async function refuseActive(document: PDFDocumentProxy) {
  const info = (await document.getMetadata()).info as Info;
  if (info.EncryptFilterName) throw new Unfit(SAYS_ENCRYPTED);
  const opens = (await document.getOpenAction()) as { action?: string } | null;
  const attachments = (await document.getAttachments()) as object | null;
  if (info.IsXFAPresent || info.IsCollectionPresent || opens?.action || attachments || (await document.hasJSActions()))
    throw new Unfit(SAYS_ACTIVE);
}

async function refuseActivePage(page: PDFPageProxy) {
  const annotations = (await page.getAnnotations()) as { subtype: string; actions?: object }[];
  const active = annotations.some(({ subtype, actions }) => ACTIVE_ANNOTATIONS.includes(subtype) || actions);
  if (active || (await page.getJSActions())) throw new Unfit(SAYS_ACTIVE);
}

async function drawPage(page: PDFPageProxy): Promise<Uint8Array> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.min(LONGEST_SIDE / Math.max(width, height), 4) });
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  const target = { canvas: canvas as never, viewport, background: '#ffffff' };
  await page.render(target).promise;
  return canvas.encode('webp', 85);
}
