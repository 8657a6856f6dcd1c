import { newId } from '#kit/ids.ts'
import { userById } from '#server/domains/identity/users/index.ts'
import { transactionInScope } from '#server/domains/purchases/record/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { MAKE_PDF_JOB, printableReady } from './events.ts'
import { loadJob } from './load-job.ts'
import { dataFlaws } from './printable.ts'
import { lockPrintable, type PrintableRecord, templateById } from './queries.ts'
import { templateMisfit } from './save-printable.ts'

/**
 * Asks for the PDF of a purchase's cards: the one there is, or a new one by a job.
 * @throws not_found; wrong_state without a template, or for an email to an address that is not confirmed; invalid_fields
 *   for recipients' data, row by row
 */
export async function requestPdf(
  work: Work,
  caller: Principal,
  { transactionId, destination }: { transactionId: string; destination: 'download' | 'email' },
): Promise<PrintableRecord> {
  const { userId } = member(caller)
  const { product_id: productId } = await transactionInScope(work.tx, caller, transactionId)
  const printable = await lockPrintable(work.tx, { transactionId })
  if (!printable) throw noTemplate()
  const template = await templateById(work.tx, printable.template_id)
  const misfit = productId ? await templateMisfit(work.posy, work.tx, { template, productId }) : []
  if (misfit.length) throw invalidFields(misfit)
  const user = destination === 'email' ? await userById(work.tx, userId) : undefined
  if (destination === 'email' && !user?.verifiedEmail)
    throw new Problem('wrong_state', 'Your email address is not confirmed, so nothing is sent to it.', {
      help: 'Confirm it, or download the PDF.',
    })
  if (printable.file_status === 'ready' && printable.file_version === printable.version) {
    if (user) {
      const { id: printableId, version } = printable
      await work.emit(printableReady, { transactionId, printableId, version, userId, request: newId() })
      await work.tx.updateTable('printable').set({ file_sent_at: work.at }).where('id', '=', printable.id).execute()
    }
    return printable
  }
  const { design, items } = await loadJob(work.posy, work.tx, printable)
  if (items.length === 0) throw new Problem('wrong_state', 'No gift of this purchase is left to print.')
  const flaws = items.flatMap((item) => dataFlaws(design.recipientFields, item))
  if (flaws.length)
    throw invalidFields(
      flaws.map(({ row, field, message, code }) => ({ path: `receivers.${row}.${field}`, message, code, row })),
    )
  await work.tx
    .updateTable('printable')
    .set({ file_status: 'queued', file_error: null, ...(user ? { notify_user_id: userId } : {}) })
    .where('id', '=', printable.id)
    .execute()
  await work.send(MAKE_PDF_JOB, { printableId: printable.id })
  await work.audit('printable.requested', { kind: 'transaction', id: transactionId }, { teamId: printable.team_id })
  return { ...printable, file_status: 'queued', file_error: null }
}

export const noTemplate = () =>
  new Problem('wrong_state', 'This purchase has no template to print with yet.', {
    help: 'Choose one first: POST /v3/printables/transactions/{id}/upsert.',
  })
