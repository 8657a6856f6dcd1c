import { londonDate, toInstant } from '#kit/time.ts'
import { issueDocuments, maySell } from '#server/domains/documents/index.ts'
import { type ChangesOfDay, markChangesCredited, uncreditedChanges } from '#server/domains/hugggs/recipient/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { issueOnce } from './issue-purchase-documents.ts'
import { mailDocument } from './mail-document.ts'
import { changeContent } from './purchase-document.ts'
import { purchasesForDocuments } from './queries.ts'

const BATCH = 200

/** Credits what choices left over: one credit note for each purchase and London day, once that day is over. */
export async function creditChanges(posy: Posy, now: Date): Promise<void> {
  if (!maySell(posy.config)) return
  const before = londonDate(toInstant(now)).toString()
  for (let credited = BATCH; credited === BATCH; ) {
    const waiting = await uncreditedChanges(posy.db, before, BATCH)
    for (const { transactionId, day } of waiting)
      await asSystem(posy, (work) => creditDay(work, { transactionId, day }))
    credited = waiting.length
  }
}

async function creditDay(
  work: Work,
  { transactionId, day }: Pick<ChangesOfDay, 'transactionId' | 'day'>,
): Promise<void> {
  const document = await issueOnce(work, transactionId)
  const [purchase] = await purchasesForDocuments(work.posy, work.tx, [transactionId])
  const [changes] = await uncreditedChanges(work.tx, null, 1, { transactionId, day })
  if (!changes) return
  // Its participants' are on the credit notes of their budget's periods.
  if (purchase!.isOfBudget) return markChangesCredited(work, changes.hugggIds, null)
  const { gifts, pence, vatPence, toDebtPence } = changes
  const [credit] = await issueDocuments(
    work,
    [
      {
        kind: 'credit-note',
        teamId: document.team_id,
        userId: document.user_id,
        subject: { transactionId },
        content: changeContent(purchase!, { document, day, gifts, pence, vatPence, toDebtPence }),
      },
    ],
    { draw: false },
  )
  await markChangesCredited(work, changes.hugggIds, credit!.id)
  await mailDocument(work, purchase!, {
    kind: 'credit-note',
    document: credit!,
    gifts: changes.hugggIds.length,
    credited: { why: 'cheaper', hugggIds: changes.hugggIds },
  })
}
