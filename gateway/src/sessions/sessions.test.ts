import { callInternal } from '../upstream/internal-call';
import type { Replicas } from '../upstream/replicas';
import { createSessionResolver } from './sessions';

jest.mock('../upstream/internal-call');
const ask = jest.mocked(callInternal);

afterEach(() => {
  jest.restoreAllMocks();
  ask.mockReset();
});

test('invented credentials, however many, do not push out the session of somebody who is at work', async () => {
  const sessions = createSessionResolver({} as Replicas, 'key', 3000);
  jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  const owner = { userId: 7, admin: false, sessionId: 's-7' };
  ask.mockImplementation((_identity, _route, _key, question) => {
    const { credential } = { ...(question?.body as object | undefined) } as { credential?: string };
    return Promise.resolve({ owner: credential === 'mine' ? owner : null });
  });
  const mine = () => sessions.resolve({ kind: 'cookie', value: 'mine' });
  expect((await mine()).owner).toMatchObject(owner);
  for (let n = 0; n < 25_000; n += 1) {
    await sessions.resolve({ kind: 'bearer', value: `invented-${n}` });
    if (n % 1000 === 0) await mine();
  }
  expect((await mine()).owner).toMatchObject(owner);
  expect(ask).toHaveBeenCalledTimes(25_001);
});
