import { sql } from 'kysely'
import { TOP_UPS_A_DAY } from '#contract/payments/automatic-top-ups.ts'
import { newId } from '#kit/ids.ts'
import { toDate } from '#kit/time.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { loadPermissions } from '#server/domains/teams/team/index.ts'
import type { DueSource } from '#server/platform/due-source.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { authoriseCharge } from './authorise-charge.ts'
import { chargedSince, stopAutomaticTopUps, topUpPeriods } from './automatic-top-up.ts'
import type { ChargeRecord, ChargeState } from './charge.ts'
import { writeCharge } from './create-charge.ts'
import { chargeById } from './queries.ts'

/** Charges that have been answered: their run is over. */
const ENDED: ChargeState[] = ['spent', 'captured', 'lost', 'declined', 'voiding', 'voided']

/** Wallets that are below what their team wants in them, while none of their charges is under way. */
const wanting = sql`
  from automatic_top_up as setting
  join wallet on wallet.id = setting.wallet_id and wallet.closed_at is null
  join ledger_account as account on account.wallet_id = setting.wallet_id and account.kind = 'available'
  where setting.stopped_at is null and account.balance < setting.threshold
    and not exists (select from automatic_top_up_run as run where run.wallet_id = setting.wallet_id and run.ended_at is null)`

/** Whatever moves money need not know of it: balances are compared with thresholds between times. */
export const automaticTopUpSource = (posy: Posy): DueSource => ({
  name: 'payments.automatic-top-ups',
  nextDueAt: async () => {
    if (!posy.providers.cards) return null
    const now = toDate(posy.clock.now())
    const { rows } = await sql<{ at: Date | null }>`
      select min(at) as at from (
        select coalesce(setting.rests_until, ${now}::timestamptz) as at ${wanting}
        union all
        select ${now}::timestamptz from automatic_top_up_run as run join charge on charge.id = run.charge_id
        where run.ended_at is null and charge.state = any(${ENDED})
      ) as due`.execute(posy.db)
    return rows[0]?.at ?? null
  },
  run: (now) => runAutomaticTopUps(posy, now),
})

async function runAutomaticTopUps(posy: Posy, now: Date): Promise<void> {
  await asSystem(posy, endRuns)
  const { rows } = await sql<{ walletId: string }>`
    select setting.wallet_id as "walletId" ${wanting} and (setting.rests_until is null or setting.rests_until <= ${now})
    order by setting.wallet_id limit 100`.execute(posy.db)
  for (const { walletId } of rows) {
    const charge = await asSystem(posy, (work) => beginRun(work, walletId))
    // Outside of any transaction. Whatever happens to it, the charge is written down, and resumed automatically.
    if (charge) await authoriseCharge(posy, charge, null, '/')
  }
  await asSystem(posy, endRuns)
}

/** @returns the charge to ask for, written down together with its run; null where nothing is to be charged */
async function beginRun(work: Work, walletId: string): Promise<ChargeRecord | null> {
  const { tx, at } = work
  const setting = await tx
    .selectFrom('automatic_top_up')
    .selectAll()
    .where('wallet_id', '=', walletId)
    .where('stopped_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!setting) return null
  const open = tx.selectFrom('automatic_top_up_run').select('id').where('wallet_id', '=', walletId)
  if (await open.where('ended_at', 'is', null).executeTakeFirst()) return null
  const { threshold, amount } = setting
  const availablePence = (await loadBalances(tx, [walletId])).get(walletId)?.available ?? 0
  if (availablePence >= threshold) return null
  const restsUntil = await limitReached(work, { walletId, amount, monthlyLimit: setting.monthly_limit })
  await tx.updateTable('automatic_top_up').set({ rests_until: restsUntil }).where('wallet_id', '=', walletId).execute()
  if (restsUntil) return null
  const card = await tx.selectFrom('card').selectAll().where('id', '=', setting.card_id).executeTakeFirstOrThrow()
  const stop = (because: 'card-stopped' | 'rights') =>
    stopAutomaticTopUps(work, (settings) => settings.where('wallet_id', '=', walletId), because)
  if (card.status !== 'active' || card.expires_at <= at) return stop('card-stopped').then(() => null)
  if (!(await mayCharge(work, { userId: setting.user_id, teamId: card.team_id })))
    return stop('rights').then(() => null)
  const { currency } = await tx
    .selectFrom('wallet')
    .select('currency')
    .where('id', '=', walletId)
    .executeTakeFirstOrThrow()
  const id = newId()
  const charge = await writeCharge(work, {
    ...{ teamId: card.team_id, userId: setting.user_id, cardId: card.id, initiator: 'merchant', storeCard: false },
    ...{ amountPence: amount, currency: currency as 'GBX' | 'EUX', key: `automatic-top-up/${id}` },
    // The money goes into the wallet in the transaction that books the provider's word, no matter who is told of it
    // first.
    intent: { walletId, automatic: true },
  })
  await tx
    .insertInto('automatic_top_up_run')
    .values({ id, wallet_id: walletId, charge_id: charge.id, amount, started_at: at })
    .execute()
  return charge
}

/** When the day or month ends whose limit stands against another charge; null where none does. */
async function limitReached(
  { tx, at }: Work,
  { walletId, amount, monthlyLimit }: { walletId: string; amount: number; monthlyLimit: number },
): Promise<Date | null> {
  const { dayBegan, dayEnds, monthBegan, monthEnds } = topUpPeriods(at)
  if ((await chargedSince(tx, walletId, monthBegan)) + amount > monthlyLimit) return monthEnds
  const { count } = await tx
    .selectFrom('automatic_top_up_run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('wallet_id', '=', walletId)
    .where('started_at', '>=', dayBegan)
    .executeTakeFirstOrThrow()
  return count >= TOP_UPS_A_DAY ? dayEnds : null
}

async function mayCharge({ tx }: Work, owner: { userId: string; teamId: string }): Promise<boolean> {
  const user = await tx
    .selectFrom('app_user')
    .select('deactivated_at')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow()
  const rights = user.deactivated_at ? null : await loadPermissions(tx, owner)
  const needed = ['top-up-wallet', 'manage-cards', 'create-merchant-initiated-charge'] as const
  return rights !== null && needed.every((permission) => rights.permissions[permission])
}

/** What happened to charges: the wallet has the money, or nothing more is charged until someone has looked. */
async function endRuns(work: Work): Promise<void> {
  const { tx, at } = work
  const ended = await tx
    .selectFrom('automatic_top_up_run as run')
    .innerJoin('charge', 'charge.id', 'run.charge_id')
    .select(['run.id', 'run.wallet_id', 'run.charge_id'])
    .where('run.ended_at', 'is', null)
    .where('charge.state', 'in', ENDED)
    .forUpdate('run')
    .skipLocked()
    .execute()
  for (const run of ended) {
    const outcome = classifyTopUp((await chargeById(tx, run.charge_id))!)
    await tx.updateTable('automatic_top_up_run').set({ ended_at: at, outcome }).where('id', '=', run.id).execute()
    if (outcome === 'paid' || outcome === 'unanswered') continue
    const because = outcome === 'declined' ? 'declined' : 'rights'
    await stopAutomaticTopUps(work, (settings) => settings.where('wallet_id', '=', run.wallet_id), because)
  }
}

function classifyTopUp({ state, spent, error }: ChargeRecord): 'paid' | 'declined' | 'unanswered' | 'unused' {
  if (spent > 0) return 'paid'
  if (state !== 'declined') return 'unused'
  // It never reached the card: no word against it.
  return error === 'not-processed' ? 'unanswered' : 'declined'
}
