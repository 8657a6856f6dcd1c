import type { Config } from '#server/platform/config.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { DocumentContent } from './document.ts'

/** No company has this number, so that no one takes a sandbox's receipt for a real one. */
const sandboxSeller: DocumentContent['seller'] = {
  name: 'Posy Sandbox',
  lines: ['1 Example Street', 'London', 'AA1 1AA', 'United Kingdom'],
  companyNumber: '00000000',
  vatNumber: 'GB 000 0000 00',
}

/** Whether documents can be issued at all. */
export const maySell = (config: Pick<Config, 'seller' | 'sandbox'>): boolean => Boolean(config.seller ?? config.sandbox)

/** Who sells, as documents must name it. @throws unavailable (503) when the installation does not say */
export function documentSeller(config: Pick<Config, 'seller' | 'sandbox'>): DocumentContent['seller'] {
  if (config.seller) return config.seller
  if (config.sandbox) return sandboxSeller
  throw new Problem('unavailable', 'This installation cannot issue documents: it does not say who sells.', {
    help: 'Ask support to set SELLER_NAME and SELLER_ADDRESS.',
  })
}
