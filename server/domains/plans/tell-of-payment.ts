import type { Pence } from '#kit/money.ts'
import { invoiceEmails, queueUserMessages } from '#server/domains/delivery/index.ts'
import type { DocumentRecord } from '#server/domains/documents/index.ts'
import { listAdmins } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'

interface ReceivedPayment {
  by: 'bank' | 'card'
  /** Names this payment. */
  transferId: string
  paidPence: Pence
  surplusPence: Pence
  outstandingPence: Pence
}

/** Tells the admins that money came in for an invoice, as they are told of the invoice. */
export async function tellOfPayment(
  work: Work,
  { id, number, currency, team_id: teamId }: Pick<DocumentRecord, 'id' | 'number' | 'currency' | 'team_id'>,
  { transferId, ...payment }: ReceivedPayment,
): Promise<void> {
  const detail = { ...payment, number, currency, path: `/invoices/${id}` }
  await queueUserMessages(work, invoiceEmails.payment, {
    teamId,
    messages: (await listAdmins(work.tx, teamId)).map(({ id: userId }) => ({
      userId,
      dedupeKey: `invoice-payment/${transferId}/${userId}`,
      detail,
    })),
  })
}
