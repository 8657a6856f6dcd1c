import type { Invoice } from '#contract/orders/invoices.ts'
import { iso, londonDate, toInstant } from '#kit/time.ts'
import {
  type DocumentRecord,
  documentFileKeys,
  documentsOfPlanInvoices,
  serializeCreditNotes,
} from '#server/domains/documents/index.ts'
import { bankAccount } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { outstanding, planInvoicesByIds } from './plan-invoice.ts'
import { dueDay } from './plan-paper.ts'
import { civil } from './subscription.ts'

/** The invoices of plans as they travel, in the order given: each is the paper with its number. */
export async function serializePlanInvoices(
  posy: Posy,
  db: Db | Tx,
  reader: Principal | null,
  papers: readonly DocumentRecord[],
): Promise<Invoice[]> {
  const ids = papers.map((paper) => paper.plan_invoice_id!)
  const invoices = await planInvoicesByIds(db, ids)
  const credits = (await documentsOfPlanInvoices(db, ids)).filter(({ kind }) => kind === 'credit-note')
  const keys = (documents: readonly DocumentRecord[]) => documents.flatMap((document) => document.object_key ?? [])
  return Promise.all(
    papers.map(async (paper) => {
      const invoice = invoices.get(paper.plan_invoice_id!)!
      const own = credits.filter(({ plan_invoice_id }) => plan_invoice_id === invoice.id)
      const issued = londonDate(toInstant(paper.issued_at))
      const until = invoice.period_until ? civil(invoice.period_until).subtract({ days: 1 }) : issued
      const isPaid = invoice.settled_at !== null
      return {
        id: paper.id,
        number: paper.number,
        published: true,
        from: (invoice.period_from ? civil(invoice.period_from) : issued).toString(),
        until: until.toString(),
        period: null,
        objectKeys: { periodReports: [], creditNotes: keys(own), invoices: keys([paper]) },
        notes: paper.notes,
        automationId: null,
        planId: invoice.plan_id,
        userId: paper.user_id,
        teamId: paper.team_id,
        files: {
          periodReports: [],
          creditNotes: await documentFileKeys(posy, reader, own),
          invoices: await documentFileKeys(posy, reader, [paper]),
        },
        transactionId: null,
        currency: paper.currency,
        total: invoice.total,
        credited: own.reduce((sum, credit) => sum + credit.total, 0),
        creditNotes: serializeCreditNotes(own),
        underWay: false,
        outstanding: outstanding(invoice),
        bankDetails: outstanding(invoice) > 0 ? bankAccount(posy.config) : null,
        status: isPaid ? ('paid' as const) : invoice.paid > 0 ? ('part-paid' as const) : ('unpaid' as const),
        dueDate: dueDay(invoice.issued_at).toString(),
        datePaid: isPaid && invoice.paid > 0 ? iso(invoice.settled_at!) : null,
        dateCreated: iso(paper.issued_at),
      }
    }),
  )
}
