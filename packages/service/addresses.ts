/** Internet addresses as sockets and headers write them, in one form. */
import { isIP, SocketAddress } from 'node:net';

/** An IPv4 address within IPv6, as a socket that takes both has it. */
const mapped = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** An address without what only its own machine understands: the zone, and IPv6's prefix of an IPv4 address. */
export const plainAddress = (address: string): string => address.replace(/%.*$/, '').replace(mapped, '');

/** The address in one entry of X-Forwarded-For, which may carry a port; null when there is none. */
export function addressIn(entry: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  const address = plainAddress(bare);
  return isIP(address) ? address : null;
}

/** What limits count as one sender: an IPv4 address, or an IPv6 network of 64 bits, which one customer has to itself. */
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
