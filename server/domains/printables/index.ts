import type { Domain } from '#server/platform/http/domain.ts'
import type { Posy } from '#server/platform/posy.ts'
import { MAKE_PDF_JOB } from './events.ts'
import { makePdf } from './make-pdf.ts'
import { printablesPersonalData } from './personal-data.ts'
import { printableRoutes } from './routes.ts'

export { drawQr } from './codes.ts'
export { printableReady } from './events.ts'
export { servePrinted } from './links.ts'
export { hasTemplate } from './queries.ts'
export { removeScraps } from './temporary-files.ts'

function registerPrintables(posy: Posy): void {
  posy.queue.define<{ printableId: string }>({
    name: MAKE_PDF_JOB,
    handle: ({ printableId }) => makePdf(posy, printableId),
  })
}

/** Gifts on paper: templates, whom each card is for, proofs, and the PDFs. */
export const printablesDomain: Domain = {
  name: 'printables',
  routes: printableRoutes,
  personalData: printablesPersonalData,
  register: registerPrintables,
}
