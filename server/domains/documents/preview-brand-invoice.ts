import { toDate } from '#kit/time.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import { readOwnUpload } from '#server/domains/uploads/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import type { DocumentContent } from './document.ts'
import { drawDocument } from './draw-document.ts'
import { documentCustomer } from './parties.ts'
import { documentSeller } from './seller.ts'

/**
 * An invoice with a logo that no theme has yet. It has no number, and is kept nowhere.
 * @throws invalid_fields (422) for a logo that is no upload of the caller's teams; unavailable (503) where no one sells
 */
export async function previewBrandInvoice(posy: Posy, caller: Principal, { logo }: { logo: string | null }) {
  const team = await teamById(posy.db, member(caller).teamId)
  const now = posy.clock.now()
  const gifts = { quantity: 10, unitNetPence: 1000, netPence: 10_000, vatPence: 0, vatBasisPoints: null }
  const fees = { quantity: 10, unitNetPence: 50, netPence: 500, vatPence: 100, vatBasisPoints: 2000 }
  const content: DocumentContent = {
    currency: 'GBX',
    seller: documentSeller(posy.config),
    customer: documentCustomer({ team }),
    dates: [],
    references: [],
    lines: [
      { description: 'Coffee and cake for two', detail: 'Gifts', ...gifts },
      { description: 'Fees', ...fees },
    ],
    notes: ['This is a sample: nothing is owed.'],
  }
  const pdf = await drawDocument({
    kind: 'invoice',
    number: 'Sample',
    issuedAt: toDate(now),
    content,
    logo: logo ? await readOwnUpload(posy, caller, { path: 'logo', keyOrUrl: logo }) : null,
  })
  return { fileName: 'sample-invoice.pdf', contentType: 'application/pdf', base64: pdf.toString('base64') }
}
