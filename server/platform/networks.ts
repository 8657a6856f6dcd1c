import { isIPv4, isIPv6 } from 'node:net'

/** Whom a caller counts with, and how many times a limit meant for one household that many may use. */
export interface Network {
  name: string
  times: number
}

/**
 * The networks that an address counts for: an IPv4 address stands for itself, an IPv6 address for the /64 that every
 * household is given, and for the /48 of a whole site at ten times as much. What is no address stands for itself.
 */
export function enclosingNetworks(address: string): Network[] {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return [{ name: plain, times: 1 }]
  const groups = ipv6Groups(plain)
  const prefix = (length: number) =>
    `${groups
      .slice(0, length / 16)
      .map((group) => group.toString(16))
      .join(':')}::/${length}`
  return [
    { name: prefix(64), times: 1 },
    { name: prefix(48), times: 10 },
  ]
}

/** An address as people know it: without port or zone, and IPv4 as such where a socket for both kinds names it. */
export function plainAddress(address: string): string {
  const bare = withoutPort(address)
  return (isIPv6(bare) && v4Inside(ipv6Groups(bare))) || bare
}

/** Some proxies write the port too, which is another for each connection; a zone means something on its machine alone. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1]
  const v4 = /^([\d.]+):\d+$/.exec(address)?.[1]
  return (bracketed ?? (v4 && isIPv4(v4) ? v4 : address)).replace(/%.*$/, '')
}

/** The eight numbers of an IPv6 address, however it is spelt. */
function ipv6Groups(address: string): number[] {
  const spelt = address.replace(/[\d.]+$/, (tail) => {
    if (!isIPv4(tail)) return tail
    const [a, b, c, d] = tail.split('.').map(Number) as [number, number, number, number]
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = spelt.split('::')
  const numbers = (part: string | undefined) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const [left, right] = [numbers(head), numbers(tail)]
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

/** IPv4 as dual-stack sockets (::ffff:0:0/96) and translators (64:ff9b::/96) write it. */
function v4Inside(groups: readonly number[]): string | null {
  const start = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':')
  if (start !== '0:0:0:0:0:ffff' && start !== '64:ff9b:0:0:0:0') return null
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
