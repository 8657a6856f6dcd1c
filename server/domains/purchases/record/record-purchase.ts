import type { Insertable } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { GiftMessageTable, RecipientTable, TransactionTable } from '#server/platform/database/schema.ts'
import type { Work } from '#server/platform/posy.ts'

export type NewPurchase = Omit<Insertable<TransactionTable>, 'created_at' | 'updated_at'>
export type PurchaseMessage = Pick<Insertable<GiftMessageTable>, 'message' | 'from_name' | 'notes'>
export type NewRecipient = Omit<Insertable<RecipientTable>, 'id' | 'team_id' | 'transaction_id'>

/** Writes down a purchase and what is said to all its recipients. The caller has decided it and moves its money. */
export async function recordPurchase(work: Work, purchase: NewPurchase, message: PurchaseMessage): Promise<void> {
  await work.tx
    .insertInto('transaction')
    .values({ ...purchase, created_at: work.at, updated_at: work.at })
    .execute()
  if (message.message || message.from_name || message.notes) {
    await work.tx
      .insertInto('gift_message')
      .values({ transaction_id: purchase.id, team_id: purchase.team_id, ...message })
      .execute()
  }
}

const RECIPIENTS_PER_STATEMENT = 1000

/**
 * Adds recipients to a purchase: the only place for their addresses, and the one that is erased.
 * @returns their ids, in the order given
 */
export async function addRecipients(
  { tx, at }: Work,
  { id, teamId }: { id: string; teamId: string },
  recipients: readonly NewRecipient[],
): Promise<string[]> {
  const rows = recipients.map((recipient) => ({
    ...{ ...recipient, id: newId(), team_id: teamId, transaction_id: id, created_at: at },
  }))
  for (let start = 0; start < rows.length; start += RECIPIENTS_PER_STATEMENT) {
    await tx
      .insertInto('recipient')
      .values(rows.slice(start, start + RECIPIENTS_PER_STATEMENT))
      .execute()
  }
  return rows.map((row) => row.id)
}
