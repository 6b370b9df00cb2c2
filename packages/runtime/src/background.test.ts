import { setTimeout as pause } from 'node:timers/promises';
import { every } from './background';
import { eventually, testLog } from './testing';

test('a task never runs twice at once, however slow it is', async () => {
  let running = 0;
  let most = 0;
  let turns = 0;
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await pause(20);
    running -= 1;
    turns += 1;
  };
  const stop = every({ name: 'slow', everyMs: 1, run }, testLog);
  await eventually(() => expect(turns).toBeGreaterThan(4));
  await stop();
  expect(most).toBe(1);
});

test('a failure, thrown or rejected, does not end it', async () => {
  let turns = 0;
  const run = () => {
    turns += 1;
    if (turns === 1) throw new Error('thrown');
    return turns === 2 ? Promise.reject(new Error('rejected')) : Promise.resolve();
  };
  const stop = every({ name: 'failing', everyMs: 1, run }, testLog);
  await eventually(() => expect(turns).toBeGreaterThan(3));
  await stop();
});

test('stop waits for the running turn, and none comes after it', async () => {
  let started = 0;
  let finished = 0;
  const run = async () => {
    started += 1;
    await pause(50);
    finished += 1;
  };
  const stop = every({ name: 'stopped', everyMs: 1, run }, testLog);
  await eventually(() => expect(started).toBe(1));
  await stop();
  expect(finished).toBe(1);
  let later = 0;
  const stopLater = every({ name: 'later', everyMs: 1, run: () => Promise.resolve(void (later += 1)) }, testLog);
  await eventually(() => expect(later).toBeGreaterThan(5));
  await stopLater();
  expect(started).toBe(1);
});
