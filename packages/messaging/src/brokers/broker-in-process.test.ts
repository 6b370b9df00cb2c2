import { createInProcessBroker } from './broker-in-process';
import { brokerContract } from './testing/broker-contract';

describe('the in-process broker', () => {
  brokerContract(() => {
    const broker = createInProcessBroker();
    return Promise.resolve({ broker, other: broker, close: () => broker.close() });
  });
});
