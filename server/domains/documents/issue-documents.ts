import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { defaultTheme } from '#server/domains/themes/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { type DocumentContent, type DocumentKind, documentNumber, documentTotals } from './document.ts'
import { PRODUCE_JOB } from './events.ts'
import type { DocumentRecord } from './queries.ts'

export interface NewDocument {
  kind: DocumentKind
  teamId: string
  userId: string
  subject: { transactionId: string } | { orderId: string } | { budgetInvoiceId: string } | { planInvoiceId: string }
  content: DocumentContent
}

/**
 * Issues documents: each gets the next number of its series, in the order given, and is never changed again. The series
 * stay locked until the transaction ends, so issue last and commit soon.
 * @param draw makes their PDFs soon, by a job; the others are drawn when someone first asks
 */
export async function issueDocuments(
  work: Work,
  drafts: readonly NewDocument[],
  { draw }: { draw: boolean },
): Promise<DocumentRecord[]> {
  if (drafts.length === 0) return []
  const logos = await customerLogos(work, drafts)
  const next = await takeNumbers(work, drafts)
  const documents = await work.tx
    .insertInto('document')
    .values(drafts.map((draft) => row(work, withLogo(draft, logos), next(draft.kind))))
    .returningAll()
    .execute()
  if (draw) for (const { id } of documents) await work.send(PRODUCE_JOB, { documentId: id })
  return documents
}

/** The logo of each team's brand, as it is now. */
async function customerLogos({ tx }: Work, drafts: readonly NewDocument[]): Promise<Map<string, string>> {
  const logos = new Map<string, string>()
  for (const teamId of new Set(drafts.map((draft) => draft.teamId))) {
    const logo = (await defaultTheme(tx, teamId))?.look.logo
    if (logo) logos.set(teamId, logo.id)
  }
  return logos
}

function withLogo(draft: NewDocument, logos: ReadonlyMap<string, string>): NewDocument {
  const logoId = logos.get(draft.teamId)
  const { content } = draft
  return logoId ? { ...draft, content: { ...content, customer: { ...content.customer, logoId } } } : draft
}

function row(work: Work, { kind, teamId, userId, subject, content }: NewDocument, number: string) {
  const { netPence, vatPence, totalPence } = documentTotals(content.lines)
  return {
    id: newId(),
    team_id: teamId,
    user_id: userId,
    kind,
    number,
    transaction_id: 'transactionId' in subject ? subject.transactionId : null,
    order_id: 'orderId' in subject ? subject.orderId : null,
    budget_invoice_id: 'budgetInvoiceId' in subject ? subject.budgetInvoiceId : null,
    plan_invoice_id: 'planInvoiceId' in subject ? subject.planInvoiceId : null,
    currency: content.currency,
    net: netPence,
    vat: vatPence,
    total: totalPence,
    content: JSON.stringify(content),
    issued_at: work.at,
  }
}

/**
 * Takes as many numbers as each series needs. Anyone else who issues in a series waits here until the transaction ends
 * and counts on from what it left; a transaction that fails gives its numbers back.
 */
async function takeNumbers({ tx }: Work, drafts: readonly NewDocument[]): Promise<(kind: DocumentKind) => string> {
  const last = new Map<DocumentKind, number>()
  const byKind = Map.groupBy(drafts, (draft) => draft.kind)
  // In one order, so that two transactions never wait for each other.
  for (const kind of [...byKind.keys()].sort()) {
    const count = byKind.get(kind)!.length
    const { rows } = await sql<{ last: number }>`
      insert into document_series (series, last) values (${kind}, ${count})
      on conflict (series) do update set last = document_series.last + ${count} returning last`.execute(tx)
    last.set(kind, rows[0]!.last - count)
  }
  return (kind) => {
    const count = last.get(kind)! + 1
    last.set(kind, count)
    return documentNumber(kind, count)
  }
}

/** Keeps notes on a document: the only thing about it that changes. */
export async function noteDocument({ tx }: Work, id: string, notes: string | null): Promise<void> {
  await tx.updateTable('document').set({ notes }).where('id', '=', id).execute()
}
