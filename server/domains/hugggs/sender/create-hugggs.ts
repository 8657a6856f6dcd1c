import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { recordMadeGifts } from '#server/domains/purchases/record/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { newRedeemCodes, newShortcodes } from '../links/index.ts'
import { Status } from '../states/index.ts'

/**
 * Makes the gifts of a purchase from one ordinal to another (both included) in one statement, with prices, wallet,
 * product and dates of the transaction's row and the recipients of the same ordinals. Made again, after a crash, it
 * makes only what is missing. Money has been moved by the purchase.
 * @returns how many were made now
 */
export async function createHugggs(
  work: Work,
  gifts: { transactionId: string; fromOrdinal: number; toOrdinal: number },
): Promise<number> {
  const count = gifts.toOrdinal - gifts.fromOrdinal + 1
  if (count <= 0) return 0
  const ids = Array.from({ length: count }, newId)
  const { numAffectedRows } = await sql`
      insert into huggg (id, transaction_id, team_id, ordinal, shortcode, redeem_code, status_id, sender_id, recipient_id, product_id,
        wallet_id, currency, face_pence, face_vat_pence, fee_pence, fee_vat_pence, expiry_date, expiry_fixed, send_at, meta, reason_key,
        created_at, updated_at, changed_by_kind, changed_by_id, change_reason)
      select code.id, t.id, t.team_id, ${gifts.fromOrdinal}::int + code.position - 1, code.shortcode, code.redeem_code,
        case when t.send_at > ${work.at}::timestamptz then ${Status.Scheduled}::smallint else ${Status.Created}::smallint end,
        t.user_id, r.id, t.product_id, t.wallet_id, t.currency, t.face_pence, t.face_vat_pence, t.fee_pence, t.fee_vat_pence,
        coalesce(t.expiry_date, ${expiryAfter(sql`greatest(t.send_at, ${work.at}::timestamptz)`, sql`t.expiry_days`)}), t.expiry_date is not null,
        t.send_at, t.huggg_meta, t.reason_key, ${work.at}::timestamptz, ${work.at}::timestamptz, ${work.actor.kind}::text, ${work.actor.id}::text, 'bought'
      from transaction t
      cross join unnest(${ids}::uuid[], ${newShortcodes(count)}::text[], ${newRedeemCodes(count)}::text[])
        with ordinality as code (id, shortcode, redeem_code, position)
      left join recipient r on r.transaction_id = t.id and r.ordinal = ${gifts.fromOrdinal}::int + code.position - 1
      where t.id = ${gifts.transactionId}
      on conflict (transaction_id, ordinal) do nothing`.execute(work.tx)
  const made = Number(numAffectedRows)
  await recordMadeGifts(work, gifts.transactionId, made)
  return made
}

/** In SQL: the last millisecond of the London day so many days after an instant (kit/time.ts: expiryAfterDays). */
export const expiryAfter = (from: ReturnType<typeof sql>, days: ReturnType<typeof sql>) =>
  sql`((((${from}) at time zone 'Europe/London')::date + ${days} + 1)::timestamp at time zone 'Europe/London') - interval '1 millisecond'`
