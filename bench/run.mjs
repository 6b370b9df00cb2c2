import { build } from '../infra/local/build.mjs';
import { endWithNpm } from '../infra/local/end-with-npm.mjs';
import { ensureInstalled, requireNode } from '../infra/local/ensure-installed.mjs';

const usage = `npm run bench -- <what>
  list        the product list through the gateway, against nginx with the same bytes
  admin       each list of the administration, in a shop with many rows
  growth      every public and account call, in a shop that grows to 100,000 tracks and a million orders
  hostile     an honest visitor beside 500 hostile connections of one address
  log         the sales log with a million leaves: a proof, a head, an appended sale
  logins      the product list for a visitor while many log in
  checkout    purchases per second, from the order to the captured payment
  feedback    the time from a click on a link to the first visible feedback
  lighthouse  Lighthouse's marks for the pages that strangers find
  check       the check of a package of 500 MB, in multiples of real time
  transfers   files of a package up and down, against plain copies of the same bytes, and the memory that it takes
  fingerprints  what fingerprints find and what they do not, and their time and size at 100,000 tracks
  campaign    kills, cuts, full disks and wrong clocks while people use the shop; every invariant is checked after each minute
  mutants     small faults planted in the rules about money and access, one after the other: how many a test notices`;

const measures = {
  list: () => import('./list.mjs'),
  admin: () => import('./admin.mjs'),
  growth: () => import('./growth.mjs'),
  hostile: () => import('./hostile.mjs'),
  log: () => import('./log.mjs'),
  logins: () => import('./logins.mjs'),
  checkout: () => import('./checkout.mjs'),
  feedback: () => import('./feedback.mjs'),
  lighthouse: () => import('./lighthouse.mjs'),
  check: () => import('./check.mjs'),
  transfers: () => import('./transfers.mjs'),
  fingerprints: () => import('./fingerprints.mjs'),
  campaign: () => import('./campaign.mjs'),
  mutants: () => import('./mutants.mjs'),
};

requireNode();
endWithNpm();
const measure = process.argv[2];
if (!Object.hasOwn(measures, measure ?? '')) {
  console.error(usage);
  process.exit(1);
}
ensureInstalled();
if (!(await build())) {
  console.error('The build failed, so nothing was measured.');
  process.exit(1);
}
const { run } = await measures[measure]();
process.exitCode = (await run()) ? 0 : 1;
