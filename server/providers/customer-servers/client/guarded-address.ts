import { lookup as resolve } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = { address: string; family: number }
export interface GuardOptions {
  /** The sandbox's own receiver lives on this machine; nothing else may. */
  allowPrivate: boolean
  resolve?: (host: string) => Promise<Address[]>
}

/** Reached over the public Internet: not this machine, not a network of ours, not an address that stands for another. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // An IPv4 address in a spelling of IPv6 that was given up (RFC 4291, 2.5.5.1) counts as that address.
  const compatible = /^::([\da-f]{1,4}:[\da-f]{1,4}|[\d.]+)$/i.test(address)
  return !compatible && ipaddr.process(address).range() === 'unicast'
}

/** Names that lead no further than a machine or a network of one's own (RFC 6761, 6762, 8375; what clusters and clouds call theirs). */
const isPrivateName = (host: string): boolean =>
  !/[.:]/.test(host) || /\.(localhost|local|internal|svc|home\.arpa|lan|home|corp|intranet)$/.test(host)

/** Brackets of an IPv6 host are its spelling in an address only, and a name means the same with a dot at its end. */
const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$|\.$/g, '')

/**
 * For requests to addresses that customers gave. The name is looked up once, in `lookup`, and the connection goes to what
 * was looked at: a name that answers differently the second time gains nothing.
 */
export function guardAddresses({
  allowPrivate,
  resolve: lookUpAddresses = (host) => resolve(host, { all: true }),
}: GuardOptions) {
  /** Whether an address may be asked at all, as far as can be seen without asking. @returns why not, or null */
  const refusal = (text: string): string | null => {
    const url = URL.parse(text)
    if (!url || !['http:', 'https:'].includes(url.protocol)) return 'must be an http or https address'
    if (url.username || url.password) return 'must not carry a user name or password'
    if (allowPrivate) return null
    if (url.protocol !== 'https:') return 'must begin with https://'
    const host = bareHost(url)
    if (ipaddr.isValid(host) && !isPublicAddress(host)) return 'must be reachable from the public Internet'
    if (isPrivateName(host)) return 'must be reachable from the public Internet'
    return null
  }
  const lookup: LookupFunction = (host, { all }, done) => {
    lookUpAddresses(host).then(
      (found) => {
        const allowed = allowPrivate ? found : found.filter(({ address }) => isPublicAddress(address))
        const [first] = allowed
        if (!first || allowed.length < found.length) done(new Error('the name leads to a private address'), '', 0)
        else if (all) done(null, allowed)
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error as NodeJS.ErrnoException, '', 0),
    )
  }
  return { refusal, lookup }
}
