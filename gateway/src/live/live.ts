import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS, type liveRoutes } from '@shop/contracts/routes';
import { scalePoints, STREAMED, tooMany, unavailable, type Handlers } from '@shop/http';
import type { Broker } from '@shop/messaging';
import type { Log } from '@shop/runtime';
import { floodGuard } from '../guard/flood';
import { asText, LIVE_TYPES, liveMessageOf } from './live-messages';

const MOST_STREAMS = 10_000;
/** Proxies and browsers give up a silent connection, so every stream gets a comment this often. */
const SIGN_OF_LIFE_MS = 15_000;
/** A client that was away for at most this long gets the missed messages again. It covers the list's seconds of staleness too. */
const SAID_AGAIN_MS = 30_000;
const MOST_SAID_AGAIN = 200;
const MISSED = asText({ kind: 'missed', ids: [] });
/** How many bytes a client may leave unread before the gateway drops it. */
const MOST_UNREAD = 64 * 1024;

type LiveParts = {
  /** Without a broker no event ever arrives: the answer is 204, after which a browser does not open the stream again. */
  broker: Broker | null;
  log: Log;
  rateScale?: number;
};

/** The browser behind a stream. The streams of one session count together, from any address; `session` is null for a visitor. */
type Listener = { address: string; session: string | null };

export type Live = Awaited<ReturnType<typeof openLive>>;

/**
 * Tells browsers which tracks are sold, held, released or removed, as server-sent events with only ids. All browsers of this
 * gateway share one non-durable listener. A lost message does no harm, because the lists are always right
 * (docs/product/catalogue.md#open-pages-follow-the-sales).
 */
export async function openLive({ broker, log, rateScale = 1 }: LiveParts) {
  const streams = new Map<ServerResponse, Listener>();
  let recent: { at: number; text: string }[] = [];
  let isClosed = false;

  const drop = (res: ServerResponse) => {
    if (streams.delete(res)) res.destroy();
  };
  const write = (text: string) => {
    for (const res of streams.keys()) {
      if (res.writableLength > MOST_UNREAD) drop(res);
      else res.write(text);
    }
  };
  const broadcast = (text: string) => {
    const now = performance.now();
    const young = [...recent, { at: now, text }].filter(({ at }) => now - at < SAID_AGAIN_MS);
    const leftOut = young.slice(0, -MOST_SAID_AGAIN).at(-1);
    recent = [...(leftOut ? [{ ...leftOut, text: MISSED }] : []), ...young.slice(-MOST_SAID_AGAIN)];
    write(text);
  };
  const sayMissed = () => broadcast(MISSED);
  const handleMessage = (message: Parameters<typeof liveMessageOf>[0]) => {
    try {
      broadcast(asText(liveMessageOf(message)));
    } catch (error) {
      log.warn({ err: error, type: message.type }, 'an event is unreadable, so open pages do not learn of it');
    }
  };

  // Tells browsers that they may have missed the messages before this process listened.
  sayMissed();
  const listener = await broker?.listen(LIVE_TYPES, { heard: handleMessage, missed: sayMissed });
  const beat = setInterval(() => write(': still here\n\n'), SIGN_OF_LIFE_MS).unref();

  function refuseTooMany({ address, session }: Listener) {
    if (streams.size >= scalePoints(MOST_STREAMS, rateScale))
      throw unavailable('Too many live connections. Please try again in a minute.');
    const all = [...streams.values()];
    const countOfAddress = all.filter((listener) => listener.address === address).length;
    if (countOfAddress >= scalePoints(LIMITS.streamsOfAddress.points, rateScale))
      throw tooMany(60, 'Too many live connections from your address.');
    const countOfSession = session === null ? 0 : all.filter((listener) => listener.session === session).length;
    if (countOfSession >= scalePoints(LIMITS.streamsOfSession.points, rateScale))
      throw tooMany(60, 'Too many live connections of your session.');
  }

  return {
    /**
     * Opens a stream for a browser. @throws Refusal 429 for the 21st stream of one address and the 11th of one session, 503 when
     * there is no room left or the gateway stops
     */
    answer(req: IncomingMessage, res: ServerResponse, from: Listener): void {
      if (!listener) return void res.writeHead(204, { 'cache-control': 'no-store' }).end();
      if (isClosed) throw unavailable('The shop is restarting. Please try again in a moment.');
      refuseTooMany(from);
      res.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      if (req.method === 'HEAD') return void res.end();
      streams.set(res, from);
      res.once('close', () => streams.delete(res));
      const since = performance.now() - SAID_AGAIN_MS;
      res.write(`: here\n\n${recent.flatMap(({ at, text }) => (at >= since ? text : [])).join('')}`);
    },
    open: () => streams.size,
    /** Ends every stream, so that the server can close. Browsers reconnect to another replica. */
    async close() {
      isClosed = true;
      clearInterval(beat);
      await listener?.stop();
      for (const res of [...streams.keys()]) res.end();
      streams.clear();
    },
  };
}

/** Opens streams for browsers, with a limit per minute for each address. `sessionIn` finds the credential of a request. */
export const liveHandlers = (
  live: Live,
  sessionIn: (req: IncomingMessage) => string | null,
  rateScale: number,
): Handlers<typeof liveRoutes> => ({
  followTracks: {
    before: [floodGuard(rateScale, LIMITS.streamsOpened)],
    handle({ req, res, caller }) {
      live.answer(req, res, { address: caller.address, session: sessionIn(req) });
      return Promise.resolve(STREAMED);
    },
  },
});
