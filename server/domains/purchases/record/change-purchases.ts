import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'

/** Counts gifts that have been made for a purchase, which is made in steps. */
export async function recordMadeGifts({ tx, at }: Work, id: string, made: number): Promise<void> {
  await tx
    .updateTable('transaction')
    .set((e) => ({ created_count: e('created_count', '+', made), updated_at: at }))
    .where('id', '=', id)
    .execute()
}

/** All gifts of a purchase have been made. */
export async function finishMaking({ tx, at }: Work, id: string): Promise<void> {
  await tx.updateTable('transaction').set({ processing: null, updated_at: at }).where('id', '=', id).execute()
}

/** What the purchase says of its last day and its sending, after its gifts were changed; what is not given stays. */
export async function moveDates(
  { tx, at }: Work,
  id: string,
  { expiryDate, sendAt }: { expiryDate?: Date; sendAt?: Date | null },
): Promise<void> {
  await tx
    .updateTable('transaction')
    .set({
      updated_at: at,
      ...(expiryDate ? { expiry_date: expiryDate } : {}),
      ...(sendAt === undefined ? {} : { send_at: sendAt }),
    })
    .where('id', '=', id)
    .execute()
}

/** Purchases whose receipt or invoice is being issued no longer wait for one. */
export async function markDocumentsIssued({ tx }: Work, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('transaction')
    .set({ awaits_document: false })
    .where('id', 'in', [...ids])
    .execute()
}

/** Nothing is left to pay for a purchase by invoice. */
export async function markInvoicePaid({ tx, at }: Work, id: string): Promise<void> {
  await tx.updateTable('transaction').set({ invoice_paid_at: at, updated_at: at }).where('id', '=', id).execute()
}

/** Something is left to pay again: a payment of its invoice, or what came back against it, was undone. */
export async function markInvoiceUnpaid({ tx, at }: Work, id: string): Promise<void> {
  await tx.updateTable('transaction').set({ invoice_paid_at: null, updated_at: at }).where('id', '=', id).execute()
}

/** Purchases continue in another user's name. */
export async function passPurchasesOn({ tx, at }: Work, ids: readonly string[], userId: string): Promise<void> {
  await sql`update transaction set user_id = ${userId}, updated_at = ${at} where id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
}

/** What the gifts of a purchase say to their recipients, and in whose name; what is not given stays. */
export async function rewordPurchase(
  { tx, at }: Work,
  id: string,
  words: { message?: string | null; from_name?: string },
): Promise<void> {
  const { team_id } = await tx
    .updateTable('transaction')
    .set({ updated_at: at })
    .where('id', '=', id)
    .returning('team_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('gift_message')
    .values({ transaction_id: id, team_id, ...words })
    .onConflict((conflict) => conflict.column('transaction_id').doUpdateSet(words))
    .execute()
}
