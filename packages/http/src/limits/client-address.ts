import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

/** Some proxies add the port, which differs for each connection. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/;
const IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The same few addresses come again with every request. */
const addresses = new LRUCache<string, string>({ max: 1000 });
/** No real address is longer; a proxy may send on anything. */
const LONGEST_KEPT = 60;

/**
 * The address by which limits are counted. For IPv6 it is the network of 64 bits: a client with one address has all 2^64 around it,
 * and would otherwise have an allowance for each.
 * @example addressOf('2001:db8:1:2:3:4:5:6') === '2001:db8:1:2::'
 */
export function addressOf(ip: string | undefined): string {
  if (!ip) return 'unknown';
  const knownAddress = addresses.get(ip);
  if (knownAddress) return knownAddress;
  const address = networkOf(ip);
  if (ip.length <= LONGEST_KEPT) addresses.set(ip, address);
  return address;
}

function networkOf(ip: string): string {
  const [, ipv4Before, ipv6Before] = WITH_PORT.exec(ip) ?? [];
  const plain = (ipv4Before ?? ipv6Before ?? ip).replace(/%.*/, '');
  const ipv4 = IN_IPV6.exec(plain)?.[1];
  if (ipv4) return ipv4;
  return isIPv6(plain) ? shorten(`${groupsOf(shorten(plain)).slice(0, 4).join(':')}::`) : plain;
}

/** The standard form of an IPv6 address: small letters, no leading zeros. */
const shorten = (ipv6: string) => new URL(`http://[${ipv6}]`).hostname.slice(1, -1);

function groupsOf(short: string): string[] {
  const [left = [], right] = short.split('::').map((side) => side.split(':').filter(Boolean));
  return right ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right] : left;
}
