import { testLog } from './testing';
import { whenThere } from './when-there';

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const options = { what: 'the store', log: testLog, pauseMs: 1 };

test('it waits while the service is away', async () => {
  const open = jest
    .fn<Promise<string>, []>()
    .mockRejectedValueOnce(away())
    .mockRejectedValueOnce(away())
    .mockResolvedValue('open');
  expect(await whenThere(open, options)).toBe('open');
});

test('a service that stays away, or refuses, ends the program with its error', async () => {
  await expect(whenThere(() => Promise.reject(away()), { ...options, patienceMs: 10 })).rejects.toThrow('ECONNREFUSED');
  const refused = jest.fn<Promise<string>, []>().mockRejectedValue(new Error('The key is wrong'));
  await expect(whenThere(refused, options)).rejects.toThrow('The key is wrong');
  expect(refused).toHaveBeenCalledTimes(1);
});
