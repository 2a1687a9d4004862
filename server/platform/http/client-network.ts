import { isIPv6 } from 'node:net';

/** Returns what counts as one client: the IPv4 address, or the /56 network of IPv6, the smallest that providers commonly assign. */
export function callerNetwork(address: string | undefined): string {
  // A connection that has closed meanwhile has no address any more.
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const groups = [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
  const [first, second, third, fourth = 0] = groups.map((group) => Number.parseInt(group, 16));
  return `${[first, second, third, fourth - (fourth % 0x100)].map((group) => group?.toString(16)).join(':')}::/56`;
}
