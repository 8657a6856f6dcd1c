import { Resolver } from 'node:dns/promises'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Dns } from '#server/providers/dns/types.ts'

const TIMEOUT_MS = 4000

/** @param server asked instead of those that this machine asks, as `127.0.0.1:5353` */
export function openDns({ server }: { server?: string | undefined } = {}): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  if (server) resolver.setServers([server])
  return {
    texts: async (name) => {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOTFOUND' || code === 'ENODATA') return []
        throw new Problem('unavailable', 'The directory of domains does not answer just now.', { cause: error })
      }
    },
  }
}
