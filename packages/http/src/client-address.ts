import { isIPv6 } from 'node:net';

/** Some proxies name the port too, another one for each connection. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/;
const IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The address that limits are counted by. Of IPv6 it is the network: whoever has one address has the 2^64 around it, and would
 * have an allowance for each. @example addressOf('2001:db8:1:2:3:4:5:6') === '2001:db8:1:2::'
 */
export function addressOf(ip: string | undefined): string {
  if (!ip) return 'unknown';
  const [, ipv4Before, ipv6Before] = WITH_PORT.exec(ip) ?? [];
  const plain = (ipv4Before ?? ipv6Before ?? ip).split('%')[0]!;
  const ipv4 = IN_IPV6.exec(plain)?.[1];
  if (ipv4) return ipv4;
  return isIPv6(plain) ? shortened(`${groupsOf(shortened(plain)).slice(0, 4).join(':')}::`) : plain;
}

/** As standards write it: small letters, no zeros in front. */
const shortened = (ipv6: string) => new URL(`http://[${ipv6}]`).hostname.slice(1, -1);

function groupsOf(short: string): string[] {
  const [left = [], right] = short.split('::').map((side) => side.split(':').filter(Boolean));
  return right ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right] : left;
}
