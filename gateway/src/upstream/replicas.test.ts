import { testLog } from '@shop/runtime/testing';
import { openReplicas, type Replicas } from './replicas';

let addresses: string[];
let replicas: Replicas;
const open = (...urls: string[]) => {
  replicas = openReplicas('orders', urls, testLog, () =>
    addresses.length > 0 ? Promise.resolve(addresses) : Promise.reject(new Error('ENOTFOUND')),
  );
};
const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1000);
const turns = (count: number) => Array.from({ length: count }, () => replicas.next()).toSorted();

beforeEach(() => {
  jest.useFakeTimers();
  addresses = ['10.0.0.1', '10.0.0.2'];
});
afterEach(() => {
  replicas.close();
  jest.useRealTimers();
});

test('each replica behind a name has its turn', async () => {
  open('http://orders:3000');
  expect(replicas.next()).toBe('http://orders:3000');
  await seconds(0);
  expect(turns(4)).toEqual(['http://10.0.0.1:3000', 'http://10.0.0.1:3000', 'http://10.0.0.2:3000', 'http://10.0.0.2:3000']);
});

test('a new or removed replica is known a second later; while a name does not resolve, the last addresses stay', async () => {
  open('http://orders:3000');
  await seconds(0);
  addresses = ['10.0.0.2', 'fd00::3'];
  await seconds(1);
  expect(turns(2)).toEqual(['http://10.0.0.2:3000', 'http://[fd00::3]:3000']);
  addresses = [];
  await seconds(5);
  expect(turns(2)).toEqual(['http://10.0.0.2:3000', 'http://[fd00::3]:3000']);
});

test('an unreachable replica is left out for five seconds', async () => {
  open('http://orders');
  await seconds(0);
  replicas.leaveOut('http://10.0.0.1:80');
  expect(turns(3)).toEqual(Array(3).fill('http://10.0.0.2:80'));
  await seconds(5);
  expect(turns(2)).toEqual(['http://10.0.0.1:80', 'http://10.0.0.2:80']);
});

test('a clock that is set back leaves it out for no longer', async () => {
  open('http://orders');
  await seconds(0);
  replicas.leaveOut('http://10.0.0.1:80');
  jest.setSystemTime(Date.now() - 3_600_000);
  await seconds(5);
  expect(turns(2)).toEqual(['http://10.0.0.1:80', 'http://10.0.0.2:80']);
});

test('when all are left out, the one that has been for longest is asked: in a quick roll it is back already', async () => {
  open('http://orders');
  await seconds(0);
  replicas.leaveOut('http://10.0.0.1:80');
  await seconds(2);
  replicas.leaveOut('http://10.0.0.2:80');
  expect(turns(3)).toEqual(Array(3).fill('http://10.0.0.1:80'));
  await seconds(1);
  replicas.leaveOut('http://10.0.0.1:80');
  expect(turns(3)).toEqual(Array(3).fill('http://10.0.0.2:80'));
});

test.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'https://orders.example'])(
  '%s is one address and stays it',
  async (url) => {
    open(url);
    await seconds(2);
    expect(turns(2)).toEqual([url, url]);
  },
);

test('where no name stands for all replicas, their addresses are given, names among them', async () => {
  open('http://127.0.0.1:3000', 'http://127.0.0.1:3001', 'http://orders:3002');
  await seconds(0);
  expect(turns(4)).toEqual(['http://10.0.0.1:3002', 'http://10.0.0.2:3002', 'http://127.0.0.1:3000', 'http://127.0.0.1:3001']);
});
