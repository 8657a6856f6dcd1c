import type { CreditNote } from '#contract/orders/invoices.ts'
import { iso } from '#kit/time.ts'
import type { DocumentContent } from './document.ts'
import type { DocumentRecord } from './queries.ts'

/** Credit notes on the wire, in the order given. */
export const serializeCreditNotes = (documents: readonly DocumentRecord[]): CreditNote[] =>
  documents.map(({ number, content, total, vat, issued_at }) => ({
    number,
    taxPoint: (content as unknown as DocumentContent).dates.find(({ label }) => label === 'Tax point')?.date ?? null,
    total,
    vat,
    dateCreated: iso(issued_at),
  }))
