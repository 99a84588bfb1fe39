/** The setting TRUSTED_PROXIES: load balancers whose forwarding headers are trusted. */
import { BlockList, isIP } from 'node:net';
import { normalizeAddress } from './addresses.ts';

/** Whether an address is trusted; `hop` is 0 for the socket's peer, 1 for the address that it forwards, and so on. */
export type TrustedProxies = (address: string, hop: number) => boolean;

const maxHops = 10;

/**
 * Parses the setting: empty for none, the number of balancers in front of the service, or addresses and networks.
 * @throws {Error} a sentence that names the invalid part.
 */
export function trustedProxies(setting: string): TrustedProxies {
  const text = setting.trim();
  if (text === '') return () => false;
  if (/^\d+$/.test(text)) return trustHops(Number(text));
  const list = new BlockList();
  for (const part of text.split(',').map((part) => part.trim())) addTo(list, part);
  return (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

function trustHops(hops: number): TrustedProxies {
  if (hops < 1 || hops > maxHops)
    throw new Error(`as a number, it says how many load balancers there are, 1 to ${maxHops}`);
  return (_, hop) => hop < hops;
}

function addTo(list: BlockList, part: string): void {
  const [host = '', bits, ...rest] = part.split('/');
  const address = normalizeAddress(host);
  const family = isIP(address);
  const width = family === 6 ? 128 : 32;
  const prefix = bits === undefined ? width : /^\d+$/.test(bits) ? Number(bits) : NaN;
  if (family === 0 || rest.length > 0 || !(prefix <= width))
    throw new Error(
      `"${part}" is neither an address (10.0.0.5) nor a network (10.0.0.0/8); separate several with commas`,
    );
  if (prefix === 0) throw new Error(`"${part}" would trust the address that any client claims`);
  list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
}
