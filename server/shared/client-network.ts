import { isIPv6 } from 'node:net'

/**
 * Returns the network of a client address, the key of rate limits: an IPv6 subscriber has a /64 of 2^64 addresses, and an
 * IPv4 address may be written as an IPv4-mapped IPv6 address.
 * @param prefix bits of an IPv6 network: 48 where a network has to be an organisation rather than a line, because some
 * subscribers have many /64
 */
export function clientNetwork(address: string, prefix: 48 | 64 = 64): string {
  const mapped = address.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right]
  return `${groups
    .slice(0, prefix / 16)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${prefix}`
}
