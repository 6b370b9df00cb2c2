import { canStartRabbitmq } from '@shop/runtime/testing';
import { findRabbitmq } from './rabbitmq';
import { answersAmqp } from './rabbitmq-server';

const withRabbitmq = canStartRabbitmq ? test : test.skip;

withRabbitmq('a broker of our own can be killed and comes back at the same address', async () => {
  const installation = await findRabbitmq({ own: true });
  if ('missing' in installation) throw new Error(installation.missing);
  const broker = await installation.start();
  const port = Number(new URL(broker.url).port);
  try {
    await broker.kill();
    expect(await answersAmqp(port)).toBe(false);
    await broker.restart();
    expect(await answersAmqp(port)).toBe(true);
  } finally {
    await broker.stop();
  }
  expect(await answersAmqp(port)).toBe(false);
});

test('the broker named by AMQP_URL is used and never stopped by us', async () => {
  const before = process.env.AMQP_URL;
  process.env.AMQP_URL = 'amqp://broker.example';
  try {
    const installation = await findRabbitmq();
    const broker = 'missing' in installation ? undefined : await installation.start();
    expect(broker).toMatchObject({ url: 'amqp://broker.example', own: false });
    await expect(broker?.kill()).rejects.toThrow('not ours to stop');
  } finally {
    if (before === undefined) delete process.env.AMQP_URL;
    else process.env.AMQP_URL = before;
  }
});
