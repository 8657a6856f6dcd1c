import { sql } from 'kysely'
import type { AutomaticTopUp, StopReason } from '#contract/payments/automatic-top-ups.ts'
import { newId } from '#kit/ids.ts'
import { BUSINESS_ZONE, iso, isoOrNull, londonDate, toDate, toInstant } from '#kit/time.ts'
import { managedWallet, type WalletClosureBlock, walletInScope } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal, requirePermission } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import type { ChargeRecord } from './charge.ts'
import { requireChargeable } from './create-charge.ts'
import { automaticTopUpStopped } from './events.ts'
import { cardInScope } from './queries.ts'

interface Wanted {
  walletId: string
  cardId: string
  threshold: number
  amount: number
  monthlyLimit: number
  consent: string
}

/**
 * Has a wallet filled automatically from one of the caller's cards. Set again, the last setting and its maker count.
 * @throws not_found (404) for a foreign wallet or card, forbidden (403), wrong_state (409) for a closed wallet or a card
 *   that cannot be charged, invalid_fields (422) for a wallet in a currency that no card is charged in
 */
export async function setAutomaticTopUp(work: Work, caller: Principal, wanted: Wanted): Promise<void> {
  const { tx, at } = work
  requirePermission(caller, 'manage-cards')
  requirePermission(caller, 'top-up-wallet')
  const { userId } = member(caller)
  const wallet = await managedWallet(tx, caller, wanted.walletId)
  // Held against closing it meanwhile.
  await tx.selectFrom('wallet').select('id').where('id', '=', wallet.id).forNoKeyUpdate().execute()
  await managedWallet(tx, caller, wanted.walletId)
  if (wallet.currency !== 'GBX' && wallet.currency !== 'EUX')
    throw invalidFields([{ path: 'id', message: `no card is charged in ${wallet.currency}`, code: 'currency' }])
  requireChargeable(await cardInScope(tx, caller, wanted.cardId), at)
  const { threshold, amount, monthlyLimit, consent, cardId } = wanted
  const values = {
    ...{ team_id: wallet.teamId, user_id: userId, card_id: cardId, threshold, amount, monthly_limit: monthlyLimit },
    ...{ consent, consented_at: at, rests_until: null, stopped_at: null, stopped_because: null },
  }
  await tx
    .insertInto('automatic_top_up')
    .values({ wallet_id: wallet.id, ...values })
    .onConflict((conflict) => conflict.column('wallet_id').doUpdateSet(values))
    .execute()
  const detail = { threshold, amountPence: amount, monthlyLimit, cardId, consent }
  await work.audit('wallet.automatic-top-up-set', { kind: 'wallet', id: wallet.id }, { teamId: wallet.teamId, detail })
}

/** Switches it off; again does nothing. @throws not_found (404) for a foreign wallet */
export async function removeAutomaticTopUp(work: Work, caller: Principal, walletId: string): Promise<void> {
  const wallet = await walletInScope(work.tx, caller, walletId)
  const removed = await work.tx
    .deleteFrom('automatic_top_up')
    .where('wallet_id', '=', wallet.id)
    .returning('card_id')
    .executeTakeFirst()
  if (!removed) return
  const detail = { cardId: removed.card_id }
  await work.audit(
    'wallet.automatic-top-up-removed',
    { kind: 'wallet', id: wallet.id },
    { teamId: wallet.teamId, detail },
  )
}

/** @throws not_found (404) for a foreign wallet */
export async function readAutomaticTopUp(
  db: Db | Tx,
  caller: Principal,
  walletId: string,
  at: Date,
): Promise<AutomaticTopUp | null> {
  const wallet = await walletInScope(db, caller, walletId)
  const row = await db
    .selectFrom('automatic_top_up as setting')
    .innerJoin('card', 'card.id', 'setting.card_id')
    .innerJoin('app_user', 'app_user.id', 'setting.user_id')
    .selectAll('setting')
    .select(['card.scheme', 'card.last4_digits'])
    .select(personName('app_user').as('ownerName'))
    .where('setting.wallet_id', '=', wallet.id)
    .executeTakeFirst()
  if (!row) return null
  const paid = db.selectFrom('automatic_top_up_run').where('wallet_id', '=', wallet.id).where('outcome', '=', 'paid')
  const last = await paid.select(({ fn }) => fn.max('ended_at').as('at')).executeTakeFirst()
  return {
    walletId: wallet.id,
    status: row.stopped_at ? 'stopped' : 'on',
    stoppedBecause: row.stopped_because,
    dateStopped: isoOrNull(row.stopped_at),
    ...{ threshold: row.threshold, amount: row.amount, monthlyLimit: row.monthly_limit, currency: wallet.currency },
    chargedThisMonth: await chargedSince(db, wallet.id, topUpPeriods(at).monthBegan),
    card: { id: row.card_id, scheme: row.scheme, last4Digits: row.last4_digits },
    owner: { id: row.user_id, name: row.ownerName },
    ...{ consent: row.consent, dateConsented: iso(row.consented_at), dateLastCharged: isoOrNull(last?.at ?? null) },
  }
}

/** What was charged, or may yet be. */
export async function chargedSince(db: Db | Tx, walletId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(amount), 0)::bigint as pence from automatic_top_up_run
    where wallet_id = ${walletId} and started_at >= ${since} and (outcome is null or outcome = 'paid')`.execute(db)
  return Number(rows[0]!.pence)
}

/** The London day and month of a moment, and when the next ones begin. */
export function topUpPeriods(at: Date) {
  const today = londonDate(toInstant(at))
  const month = today.with({ day: 1 })
  const begin = (date: typeof today) => toDate(date.toZonedDateTime(BUSINESS_ZONE).toInstant())
  return {
    dayBegan: begin(today),
    dayEnds: begin(today.add({ days: 1 })),
    monthBegan: begin(month),
    monthEnds: begin(month.add({ months: 1 })),
  }
}

type Settings = ReturnType<typeof running>
const running = (tx: Tx) => tx.updateTable('automatic_top_up').where('stopped_at', 'is', null)

/** Charges nothing more until someone sets it again, and says so. */
export async function stopAutomaticTopUps(
  work: Work,
  which: (settings: Settings) => Settings,
  because: StopReason,
): Promise<void> {
  const stopped = await which(running(work.tx))
    .set({ stopped_at: work.at, stopped_because: because })
    .returning(['wallet_id', 'team_id', 'user_id'])
    .execute()
  for (const { wallet_id: walletId, team_id: teamId, user_id: userId } of stopped) {
    const detail = { because }
    await work.audit('wallet.automatic-top-up-stopped', { kind: 'wallet', id: walletId }, { teamId, detail })
    await work.emit(automaticTopUpStopped, { stopId: newId(), walletId, teamId, userId, because })
  }
}

/** Of the card or the wallet of a charge. */
export const fedBy = ({ card_id: cardId, wallet_id: walletId }: Pick<ChargeRecord, 'card_id' | 'wallet_id'>) =>
  sql<boolean>`(card_id = ${cardId}::uuid or wallet_id = ${walletId}::uuid)`

/** An empty wallet would be filled again. */
export const topUpBlocksWalletClosure: WalletClosureBlock = async (tx, walletId) => {
  const setting = tx.selectFrom('automatic_top_up').select('wallet_id').where('wallet_id', '=', walletId)
  return (await setting.executeTakeFirst())
    ? new Problem('wrong_state', 'This wallet is topped up by card automatically.', {
        help: 'Switch its automatic top-up off, then try again.',
      })
    : null
}
