import { type RawBuilder, sql } from 'kysely'
import { posted } from './reconcile-money.ts'

/** What moved over card clearing, transfer by transfer. */
const cleared = sql`(
  select transfer_id, sum(posted.amount)::bigint as amount, max(posted.currency) as currency, max(transfer.key) as key
  from ${posted} as posted join ledger_transfer as transfer on transfer.id = posted.transfer_id
  where account = 'card-clearing' group by transfer_id
)`

/** What cards say must have moved: the key of the transfer, and the amount over card clearing. */
const expected = sql`(
  select id::text as subject, 'card-top-up/' || id as key, currency, -spent as amount from charge where spent > 0
  union all select id::text, 'capture-refused/' || id, currency, spent from charge where state = 'lost'
  union all select refund.id::text, 'card-refund/' || refund.id, currency, refund.amount
    from card_refund as refund join charge on charge.id = charge_id
  union all select refund.id::text, 'card-refund-failed/' || refund.id, currency, -refund.amount
    from card_refund as refund join charge on charge.id = charge_id where refund.status = 'failed'
  union all select dispute.id, 'chargeback/' || dispute.id, currency, dispute.amount
    from card_dispute as dispute join charge on charge.id = charge_id where dispute.transfer_id is not null
  union all select dispute.id, 'chargeback-reversal/' || dispute.id, currency, -dispute.amount
    from card_dispute as dispute join charge on charge.id = charge_id where dispute.reversal_id is not null
)`

/** Cards: each selects what is wrong as subject, expected, found. */
export const cardChecks = {
  /** Used charges, refunds and disputes are one transfer each, and nothing else goes over card clearing. */
  'card-clearing': sql`
    select coalesce(known.subject, 'transfer ' || moved.transfer_id) as subject,
      coalesce(known.amount || ' ' || known.currency || ' by ' || known.key, 'no such transfer') as expected,
      coalesce(moved.amount || ' ' || moved.currency || ' by ' || moved.key, 'none') as found
    from ${expected} as known full join ${cleared} as moved on moved.key = known.key
    where (known.amount, known.currency) is distinct from (moved.amount, moved.currency)`,

  /** The money of a used charge went into the wallet it names. */
  'charge-wallet': sql`
    select charge.id as subject, spent || ' into wallet ' || charge.wallet_id as expected,
      coalesce(string_agg(posted.amount || ' into ' || posted.account || ' of ' || coalesce(posted.wallet_id::text, 'the platform'), ', '), 'none') as found
    from charge left join ${posted} as posted on posted.transfer_id = charge.transfer_id and posted.account <> 'card-clearing'
    where spent > 0 group by charge.id
    having count(*) filter (where posted.account = 'available' and posted.wallet_id = charge.wallet_id and posted.amount = spent) <> 1 or count(*) <> 1`,

  /** A top-up by card is its charge, whole. */
  'card-top-up': sql`
    select top_up.id as subject, format('%s for wallet %s by %s', charge.spent, charge.wallet_id, charge.transfer_id) as expected,
      format('%s for wallet %s by %s', top_up.amount, top_up.wallet_id, top_up.transfer_id) as found
    from card_top_up as top_up join charge on charge.id = top_up.charge_id
    where (charge.spent, charge.wallet_id, charge.transfer_id, charge.transaction_id)
      is distinct from (top_up.amount, top_up.wallet_id, top_up.transfer_id, top_up.id)`,

  /** What a charge counts as refunded is the sum of its refunds. */
  'charge-refunds': sql`
    select charge.id as subject, charge.refunded as expected, coalesce(sum(refund.amount), 0) as found
    from charge left join card_refund as refund on refund.charge_id = charge.id and refund.status <> 'failed'
    group by charge.id having charge.refunded <> coalesce(sum(refund.amount), 0)`,
} satisfies Record<string, RawBuilder<unknown>>
