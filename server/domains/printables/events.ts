import { eventType } from '#server/platform/queue.ts'

/** Draws the PDF of a purchase's cards. */
export const MAKE_PDF_JOB = 'printables.make-pdf'

/** The PDF is there, and someone asked to be told by email. */
export const printableReady = eventType<{
  transactionId: string
  printableId: string
  version: number
  userId: string
  /** One email for each, however often the event is handled. */
  request: string
}>('printable.ready')
