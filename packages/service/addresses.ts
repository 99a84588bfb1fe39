/** Parses and normalizes IP addresses of sockets and headers. */
import { isIP, SocketAddress } from 'node:net';

/** The prefix of an IPv4-mapped IPv6 address, which dual-stack sockets report. */
const mappedPrefix = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** An address without its zone and without the prefix of an IPv4-mapped address. */
export const normalizeAddress = (address: string): string =>
  address.replace(/%.*$/, '').replace(mappedPrefix, '');

/** The address in one entry of X-Forwarded-For, which may have a port; null if there is none. */
export function addressIn(entry: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  const address = normalizeAddress(bare);
  return isIP(address) ? address : null;
}

/** What rate limits count as one sender: an IPv4 address, or a /64 of IPv6, which usually belongs to one customer. */
export function senderOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const full = new SocketAddress({ address, family: 'ipv6' }).address;
  const [head = '', tail] = full.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
