import type { Domain } from '#server/platform/http/domain.ts'
import type { Posy } from '#server/platform/posy.ts'
import { PRODUCE_JOB } from './events.ts'
import { produceDocument } from './produce-document.ts'
import { documentsRoutes } from './routes.ts'

export { type DocumentContent, type DocumentLine, documentNumber, formatDate } from './document.ts'
export { drawAccountStatement } from './draw-account-statement.ts'
export { drawDocument } from './draw-document.ts'
export { issueDocuments, noteDocument } from './issue-documents.ts'
export { documentCustomer, howToPay } from './parties.ts'
export { documentFileKeys, produceDocument, produceMissing } from './produce-document.ts'
export {
  type DocumentRecord,
  documentById,
  documentsOfPeriods,
  documentsOfPlanInvoices,
  documentsOfTransaction,
  latestProForma,
} from './queries.ts'
export { documentSeller, maySell } from './seller.ts'
export { serializeCreditNotes } from './serialize-credit-notes.ts'

function registerDocuments(posy: Posy): void {
  posy.queue.define<{ documentId: string }>({
    name: PRODUCE_JOB,
    handle: async ({ documentId }) => void (await produceDocument(posy, documentId)),
  })
}

/** Numbered documents and their PDFs. What stands in them, the domains above decide. */
export const documentsDomain: Domain = { name: 'documents', routes: documentsRoutes, register: registerDocuments }
