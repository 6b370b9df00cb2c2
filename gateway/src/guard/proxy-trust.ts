import { BlockList, isIP } from 'node:net';

/** The proxies that Express trusts: their number in front of the gateway, or their networks. */
export type ProxyTrust = number | string[];

const NAMED: Record<string, string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Reads TRUST_PROXY: networks (`10.0.0.0/8`), addresses and the names above, separated by commas; or a count of hops. @throws Error */
export function readProxyTrust(text: string): ProxyTrust {
  const trimmedText = text.trim();
  if (/^\d+$/.test(trimmedText)) return trimmedText === '0' ? [] : Number(trimmedText);
  const networks = trimmedText
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean);
  const wrong = networks.find((network) => !NAMED[network] && !isNetwork(network));
  if (wrong !== undefined)
    throw new Error('must be networks such as 10.0.0.0/8, addresses, or loopback, linklocal, uniquelocal, separated by commas');
  return networks;
}

/** Warnings for a configuration that lets clients name their own address, or makes all clients look like one. */
export function trustWarnings({ trust, publicUrl, doorAt }: { trust: ProxyTrust; publicUrl: string; doorAt: string }): string[] {
  const hasNone = typeof trust === 'object' && trust.length === 0;
  const isLocal = doorAt === 'localhost' || (isIP(doorAt) !== 0 && listOf(['loopback']).check(doorAt, familyOf(doorAt)));
  return [
    typeof trust === 'number'
      ? `TRUST_PROXY=${trust} believes a count of hops: whoever reaches this port without passing the proxies names any address as its own, which lifts every limit. Name the proxies' networks instead, such as TRUST_PROXY=10.0.0.0/8.`
      : null,
    typeof trust === 'object' && trust.some(coversMost)
      ? `TRUST_PROXY trusts nearly every address: anybody may name any address as its own, which lifts every limit. Name the proxies' own networks.`
      : null,
    hasNone && publicUrl.startsWith('https:')
      ? 'PUBLIC_URL is https, so a proxy in front ends TLS, but TRUST_PROXY names none: all visitors count as one address, and share its limits.'
      : null,
    typeof trust === 'object' && !hasNone && isLocal && !listOf(trust).check('127.0.0.1')
      ? 'TRUST_PROXY does not hold loopback, but the shop listens on loopback alone: no proxy is ever believed, and all visitors count as one address.'
      : null,
  ].filter((line) => line !== null);
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const partsOf = (network: string) => {
  const [address = '', prefix] = network.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  return { address, bits, prefix: prefix === undefined ? bits : /^\d+$/.test(prefix) ? Number(prefix) : NaN };
};

function isNetwork(text: string): boolean {
  const { address, bits, prefix } = partsOf(text);
  return isIP(address) !== 0 && prefix >= 1 && prefix <= bits && text.split('/').length <= 2;
}

/** Whether a network is larger than any that proxies are in. The largest private ones are 10.0.0.0/8 and, in IPv6, fc00::/7. */
function coversMost(network: string): boolean {
  const { bits, prefix } = partsOf(network);
  return !NAMED[network] && prefix < (bits === 32 ? 8 : 7);
}

function listOf(networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks.flatMap((name) => NAMED[name] ?? [name])) {
    const { address, prefix } = partsOf(network);
    list.addSubnet(address, prefix, familyOf(address));
  }
  return list;
}
