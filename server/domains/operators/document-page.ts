import { sql } from 'kysely'
import type { OperatorDocument } from '#contract/operator/documents.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { type DocumentContent, documentById, produceDocument } from '#server/domains/documents/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { documentsWhere } from './customer-papers.ts'
import { isPast, loadLeftPence, loadPayments, loadReminders } from './document-money.ts'

/** Papers that credit notes take something off. Those of a budget’s month are about other months too. */
const credited = ['receipt', 'invoice']

/** @throws not_found (404) */
export async function documentPage(posy: Posy, db: Db, id: string): Promise<OperatorDocument> {
  const [shown] = await documentsWhere(db, sql`document.id = ${id}`)
  const document = found(await documentById(db, id), 'document')
  const { kind, number, transaction_id, plan_invoice_id, budget_invoice_id, content } = document
  const others = await db
    .selectFrom('document')
    .select(['id', 'kind', 'number', 'total as totalPence', 'issued_at as issuedAt'])
    .where((e) =>
      e.or([
        e('transaction_id', '=', transaction_id),
        e('plan_invoice_id', '=', plan_invoice_id),
        e('budget_invoice_id', '=', budget_invoice_id),
      ]),
    )
    .where('id', '<>', id)
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
  const team = await db
    .selectFrom('team')
    .select(['id', 'name'])
    .where('id', '=', document.team_id)
    .executeTakeFirstOrThrow()
  const isInvoice = kind === 'invoice'
  const isOpen = isInvoice && shown!.paidAt === null
  const taken = credited.includes(kind) ? others.filter((other) => other.kind === 'credit-note') : []
  return {
    ...{ id, kind, number, customer: team, currency: document.currency, issuedAt: iso(document.issued_at) },
    ...{ dueOn: shown!.dueOn, paidAt: isoOrNull(shown!.paidAt), purchaseId: transaction_id },
    lines: (content as unknown as DocumentContent).lines.map(
      ({ description, detail = null, quantity, netPence, vatPence, vatBasisPoints }) => ({
        ...{ description, detail, quantity, netPence, vatPence, vatBasisPoints },
      }),
    ),
    ...{ netPence: document.net, vatPence: document.vat, totalPence: document.total },
    creditedPence: taken.reduce((sum, { totalPence }) => sum + totalPence, 0),
    payments: isInvoice ? await loadPayments(db, document) : [],
    leftPence: isInvoice ? await loadLeftPence(posy, db, document) : null,
    isOverdue: isOpen && isPast(posy, shown!.dueOn),
    reminders: isOpen ? await loadReminders(db, id, shown!.remindAt) : null,
    others: others.map(({ issuedAt, ...other }) => ({ ...other, issuedAt: iso(issuedAt) })),
  }
}

/** Its PDF, made now where it is not yet. @throws not_found (404) */
export async function documentFile(posy: Posy, id: string) {
  const { number } = found(await documentById(posy.db, id), 'document')
  const stored = found(await posy.providers.files.read(await produceDocument(posy, id)), 'file')
  const base64 = Buffer.from(await new Response(stored.stream()).arrayBuffer()).toString('base64')
  return { fileName: `${number}.pdf`, contentType: 'application/pdf', base64 }
}
