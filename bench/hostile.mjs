import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openShop } from './shop.mjs';

const HOSTILE = 500;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
/** The visitor's p99 must grow by less than this factor. */
const TARGET = 3;
/** The attacker and the honest visitor come from different client addresses; all of 127.0.0.0/8 is this machine. */
const [ATTACKER, VISITOR] = ['127.0.0.2', '127.0.0.3'];
const PATHS = [
  '/',
  '/api/products',
  '/api/coupons/validate',
  '/api/demos',
  '/api/orders/1',
  '/shop',
  '/api/announcements/active',
];

const FORM = 'content-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n5\r\n--x\r\n\r\n';
/**
 * Each is sent by a fifth of the hostile connections: two slow uploads, a body that never ends, an unread stream and an unread
 * list.
 */
const ATTACKS = [
  `POST /api/products HTTP/1.1\r\nhost: x\r\n${FORM}`,
  `POST /api/orders HTTP/1.1\r\nhost: x\r\n${FORM}`,
  'POST /api/coupons/validate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{',
  'GET /api/products/events HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/demos HTTP/1.1\r\nhost: x\r\n\r\n',
];

/**
 * Measures how much longer an honest visitor waits beside 500 hostile connections of one address.
 * @returns whether the target is met
 */
export async function run() {
  const shop = await openShop({ RATE_LIMIT_SCALE: '1' });
  try {
    await visit(shop.shop, 3);
    const alone = await visit(shop.shop, SECONDS);
    const attack = attackOf(shop.shop);
    await pause(2000);
    const beside = await visit(shop.shop, SECONDS);
    attack.stop();
    return report(alone, beside, attack.seen);
  } finally {
    await shop.close();
  }
}

/** Makes one request after the other, about 20 a second, like a person with a few tabs. */
async function visit(shop, seconds) {
  const [times, refused] = [[], []];
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(30)) {
    const path = PATHS[times.length % PATHS.length];
    const began = performance.now();
    const status = await statusOf(shop, path);
    times.push(performance.now() - began);
    if (status === 0 || status === 429 || status >= 500) refused.push(`${path} ${status}`);
  }
  return { p50: at(times, 0.5), p99: at(times, 0.99), count: times.length, refused };
}

const at = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

const statusOf = (shop, path) =>
  new Promise((resolve) => {
    const asking = request(shop + path, { localAddress: VISITOR, timeout: 10_000 }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    asking.on('timeout', () => asking.destroy()).on('error', () => resolve(0));
    asking.end();
  });

/** Keeps 500 connections open; a connection that the shop closes is opened again after a second. */
function attackOf(shop) {
  const { hostname, port } = new URL(shop);
  const counters = { opened: 0, shownOut: 0 };
  let going = true;
  const sockets = new Set();
  const open = (i) => {
    if (!going) return;
    const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER }, () => {
      socket.write(ATTACKS[i % ATTACKS.length]);
      counters.opened += 1;
    });
    sockets.add(socket);
    socket.pause();
    socket.on('error', () => undefined);
    const drip = setInterval(() => i % ATTACKS.length < 2 && socket.write('1\r\nx\r\n'), 3000);
    // A paused socket does not notice that the shop closed it.
    const look = setTimeout(() => socket.resume(), 10_000);
    socket.on('close', () => {
      clearInterval(drip);
      clearTimeout(look);
      sockets.delete(socket);
      if (going) counters.shownOut += 1;
      setTimeout(() => open(i), 1000).unref();
    });
  };
  for (let i = 0; i < HOSTILE; i += 1) open(i);
  return {
    seen: counters,
    stop() {
      going = false;
      for (const socket of sockets) socket.destroy();
    },
  };
}

function report(alone, beside, counters) {
  const ratio = beside.p99 / alone.p99;
  const met = ratio < TARGET && beside.refused.length === 0;
  const format = ({ p50, p99, count }) => `median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${count} requests)`;
  console.log(`An honest visitor alone, then beside ${HOSTILE} hostile connections of one address, ${SECONDS} s each`);
  console.log(`  alone   ${format(alone)}`);
  console.log(
    `  beside  ${format(beside)}; ${counters.opened} hostile connections were opened, ${counters.shownOut} closed by the shop`,
  );
  console.log(`  refused to the visitor: ${beside.refused.length === 0 ? 'nothing' : beside.refused.slice(0, 5).join(', ')}`);
  console.log(`  p99 grew ${ratio.toFixed(2)}-fold; target: less than ${TARGET}, and nothing refused: ${met ? 'met' : 'missed'}`);
  return met;
}
