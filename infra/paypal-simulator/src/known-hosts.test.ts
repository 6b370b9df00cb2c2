import { request } from 'node:http';
import { hostsIn } from '@shop/http/known-hosts';
import { startPaypalSimulator, type PaypalSimulator } from './index';

let simulator: PaypalSimulator;
afterEach(() => simulator.close());

/** Calls an address under another name, as a browser may; fetch does not allow it. */
const statusFor = (path: string, host: string) =>
  new Promise<number>((resolve, reject) => {
    request(simulator.url + path, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on('error', reject)
      .end();
  });

it('answers who calls this machine by its own names or an allowed one, and nobody whose name was made to point here', async () => {
  simulator = await startPaypalSimulator({ allowedHosts: hostsIn(' PayPal-Simulator ,,demo.example') });
  for (const host of ['localhost:8090', '127.0.0.1', '[::1]:8090', 'paypal-simulator:8090', 'demo.example'])
    expect([host, await statusFor('/', host)]).toEqual([host, 200]);
  for (const path of ['/', '/health', '/sim/ledger', '/sdk/js?client-id=sim-client'])
    expect([path, await statusFor(path, 'evil.example:8090')]).toEqual([path, 421]);
});
