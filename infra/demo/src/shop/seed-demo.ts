import { retry } from '@shop/runtime';
import { demoTracks, factsOfTrack, slugOf, type DemoTrack } from '../catalogue/demo-tracks';
import { soldTracks } from '../catalogue/sold-tracks';
import { factsOfServiceDemo, serviceDemos, type ServiceDemo } from '../catalogue/service-demos';
import { renderCover } from '../covers/render-cover';
import type { LoopFacts } from '../sound/loop-facts';
import { openLoopRenderer, type LoopRenderer } from '../sound/loop-renderer';
import { activateStore, DEMO_PASSWORD, demoBuyer, demoSeller, haveAccount, logIn, storeOf, type Account } from './demo-accounts';
import { haveOpenWork } from './open-work';
import type { Paypal } from './sales';
import { entriesOf, ShopRefusal, shopAt, type ShopApi } from './shop-api';
import { haveMorePeople, playStory } from './story';
import { haveSubmissions } from './work-done';

type SeedOptions = {
  /** The gateway's address, e.g. http://127.0.0.1:8080. */
  baseUrl: string;
  adminEmail: string;
  adminPassword: string;
  /** Returns the newest verification code that was mailed to this address; waits until there is one. */
  readCode: (email: string) => Promise<string>;
  log: (line: string) => void;
  /** The share of the tracks to upload, 0 to 1; all by default. */
  scale?: number;
  /** The password of the new accounts; the known one by default. */
  password?: string;
  /** Renders the loops; the caller closes it. By default the filling starts one of its own and closes it. */
  renderer?: LoopRenderer;
  /** Gives the shop a past: more people, sold tracks, a refund, a payout. Without it the shop opens as new. */
  story?: Story;
};

type Story = {
  paypal: Paypal;
  /** Resets the limits by client address that filling the shop has used up: everybody at this machine shares that address. */
  forgiveLimits: () => Promise<void>;
};

const UPLOADS_AT_ONCE = 2;

/**
 * Fills an empty shop through its public API: two accounts, a store, tracks and service demos with rendered audio and covers, a
 * coupon, an announcement, and some work for the admin (docs/product/texts-and-constants.md#the-demo-shop). Existing objects, by
 * name, stay as they are, so an interrupted run can be continued.
 * @throws ShopRefusal with the shop's own words when the shop refuses a call
 */
export async function seedDemo({
  baseUrl,
  adminEmail,
  adminPassword,
  readCode,
  log,
  scale = 1,
  renderer,
  story,
  password = DEMO_PASSWORD,
}: SeedOptions): Promise<{ buyer: Account; seller: Account }> {
  const shop = shopAt(baseUrl);
  const admin = await logIn(shop, { email: adminEmail, password: adminPassword });
  const buyer = await haveAccount(shop, { ...demoBuyer, password }, readCode);
  const seller = await haveAccount(shop, { ...demoSeller, password }, readCode);
  const sellerId = await storeOf(shop, seller);
  await activateStore(shop, sellerId, seller, admin);
  const past = story && {
    parts: {
      shop,
      admin,
      buyer,
      seller: { session: seller, id: sellerId },
      readCode,
      password,
      forgiveLimits: story.forgiveLimits,
    },
    paypal: story.paypal,
  };
  const company = past && (await haveMorePeople(past.parts));
  await haveOpenWork(shop, { admin, seller, buyer });
  const submissions = past && (await haveSubmissions(shop, seller, admin));

  const missing = async <Entry extends { name: string }>(
    list: 'GET /api/products' | 'GET /api/demos',
    entries: readonly Entry[],
  ) => {
    const there = new Set(entriesOf(await shop(list, {}, admin.token)).map(({ name }) => name));
    return entries.slice(0, Math.ceil(entries.length * scale)).filter(({ name }) => !there.has(name));
  };
  const tracks = await missing('GET /api/products', demoTracks);
  const demos = await missing('GET /api/demos', serviceDemos);
  const tracksToSell = company ? await missing('GET /api/products', soldTracks) : [];
  const stores = { operator: null, seller: sellerId, 'second seller': company?.secondStore ?? null };
  const jobs = [
    ...[...tracksToSell, ...tracks].map((track) => async (renderer: LoopRenderer) => {
      const from = { seller_id: stores[track.owner], submission_id: submissions?.get(track.name) ?? null };
      await uploadTrack(shop, admin.token, track, from, await renderer.render(factsOfTrack(track)));
    }),
    ...demos.map((demo) => (renderer: LoopRenderer) => uploadServiceDemo(shop, admin.token, demo, renderer)),
  ];
  if (jobs.length > 0) await uploadAll(jobs, log, renderer);
  await haveCoupon(shop, admin.token);
  await haveAnnouncement(shop, admin.token);
  if (past && company) {
    log('Demo sales …');
    await playStory(past.parts, company, past.paypal);
  }
  return { buyer: { email: demoBuyer.email, password }, seller: { email: demoSeller.email, password } };
}

type Upload = (renderer: LoopRenderer) => Promise<void>;

async function uploadAll(jobs: Upload[], log: (line: string) => void, existingRenderer?: LoopRenderer) {
  const renderer = existingRenderer ?? openLoopRenderer();
  const queue = jobs.values();
  let uploadedCount = 0;
  let failure: Error | undefined;
  const work = async () => {
    for (const job of queue) {
      if (failure) return;
      await job(renderer).catch((error: Error) => (failure ??= error));
      uploadedCount += 1;
      if (uploadedCount % 6 === 0 || uploadedCount === jobs.length) log(`Demo tracks: ${uploadedCount} of ${jobs.length}`);
    }
  };
  try {
    // All uploads end before the failure is thrown: the next run must not meet an upload of this one.
    await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
    if (failure) throw failure;
  } finally {
    if (!existingRenderer) await renderer.close();
  }
}

async function withFiles(form: FormData, facts: LoopFacts, audio: Buffer) {
  const name = slugOf(facts.name);
  form.set('img', new Blob([new Uint8Array(await renderCover(facts))], { type: 'image/png' }), `${name}.png`);
  form.set('audio', new Blob([new Uint8Array(audio)], { type: 'audio/wav' }), `${name}.wav`);
  return form;
}

/** The track's store, and its submission. */
type From = { seller_id: number | null; submission_id: number | null };

async function uploadTrack(shop: ShopApi, token: string, track: DemoTrack, from: From, audio: Buffer) {
  const { owner: _, ...fields } = track;
  const upload = async () => {
    const form = new FormData();
    form.set('fields', JSON.stringify({ ...fields, ...from }));
    await shop('POST /api/products', { body: await withFiles(form, factsOfTrack(track), audio) }, token);
  };
  // The catalog may not know the new store yet.
  const early = (error: unknown) =>
    from.seller_id !== null && error instanceof ShopRefusal && [400, 404, 409].includes(error.status);
  await retry(upload, {
    withinMs: 10_000,
    pauseMs: 500,
    onFailure: (error) => {
      if (!early(error)) throw error;
    },
  });
}

async function uploadServiceDemo(shop: ShopApi, token: string, demo: ServiceDemo, renderer: LoopRenderer) {
  const form = new FormData();
  form.set('name', demo.name);
  form.set('category', demo.category);
  const facts = factsOfServiceDemo(demo);
  await shop('POST /api/demos', { body: await withFiles(form, facts, await renderer.render(facts)) }, token);
}

const COUPON = { code: 'FIRSTTRACK', discount_percent: 15, is_forever: true, first_order_only: true };

async function haveCoupon(shop: ShopApi, token: string) {
  const coupons = entriesOf(await shop('GET /api/coupons', {}, token));
  if (!coupons.some(({ code }) => code === COUPON.code)) await shop('POST /api/coupons', { body: COUPON }, token);
}

const ANNOUNCEMENT = {
  title: 'Your first track, 15% off',
  content:
    'Every track here is sold once, with all rights and a contract in your name. Use the code **FIRSTTRACK** at checkout. [Hear what is new](/shop).',
};

/** Posts the announcement, if the shop runs the notifications service, which owns announcements. */
async function haveAnnouncement(shop: ShopApi, token: string) {
  try {
    const there = entriesOf(await shop('GET /api/announcements', {}, token));
    if (there.some(({ title }) => title === ANNOUNCEMENT.title)) return;
    const form = new FormData();
    form.set('title', ANNOUNCEMENT.title);
    form.set('content', ANNOUNCEMENT.content);
    form.set('is_active', 'true');
    await shop('POST /api/announcements', { body: form }, token);
  } catch (error) {
    if (!(error instanceof ShopRefusal) || error.status !== 404) throw error;
  }
}
