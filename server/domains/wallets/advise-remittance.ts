import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Db } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { type BankDetails, bankDetails } from './bank-details.ts'
import { remittanceAdvised } from './events.ts'
import { walletInScope } from './queries.ts'
import { requireOpenWallet, type WalletRecord } from './wallet.ts'

/** Who has not paid by then has thought better of it. */
const AWAITED_DAYS = 60
const MOST_AWAITED = 50

const awaitedSince = ({ clock }: Pick<Posy, 'clock'>): Date =>
  new Date(clock.now().subtract({ hours: 24 * AWAITED_DAYS }).epochMilliseconds)

export interface Advice {
  id: string
  wallet: WalletRecord
  amountPence: number
  bankDetails: BankDetails
  createdAt: Date
}

/**
 * Announces a bank payment; nothing moves until it arrives.
 * @throws not_found (404), wrong_state (409) for a closed wallet, unavailable (503) when the installation has no bank account
 */
export async function adviseRemittance(
  work: Work,
  caller: Principal,
  { walletId, amountPence }: { walletId: string; amountPence: number },
): Promise<Advice> {
  const wallet = await walletInScope(work.tx, caller, walletId)
  requireOpenWallet(wallet)
  const advice: Advice = {
    id: newId(),
    wallet,
    amountPence,
    bankDetails: bankDetails(work.posy.config),
    createdAt: work.at,
  }
  await work.tx
    .insertInto('remittance_advice')
    .values({
      id: advice.id,
      wallet_id: wallet.id,
      team_id: wallet.teamId,
      user_id: member(caller).userId,
      amount: amountPence,
      created_at: work.at,
    })
    .execute()
  await work.emit(remittanceAdvised, {
    adviceId: advice.id,
    walletId: wallet.id,
    teamId: wallet.teamId,
    userId: member(caller).userId,
    amountPence,
  })
  await work.audit(
    'wallet.remittance-advised',
    { kind: 'wallet', id: wallet.id },
    { teamId: wallet.teamId, detail: { adviceId: advice.id, amountPence } },
  )
  return advice
}

/**
 * Payments that were announced for a wallet and have not arrived, newest first.
 * @throws not_found (404), unavailable (503) when the installation has no bank account
 */
export async function loadAwaitedPayments(
  { posy, db }: { posy: Posy; db: Db },
  caller: Principal,
  walletId: string,
): Promise<Advice[]> {
  const wallet = await walletInScope(db, caller, walletId)
  const rows = await db
    .selectFrom('remittance_advice')
    .select(['id', 'amount as amountPence', 'created_at as createdAt'])
    .where('wallet_id', '=', wallet.id)
    .where('status', '=', 'pending')
    .where('created_at', '>=', awaitedSince(posy))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_AWAITED)
    .execute()
  const details = bankDetails(posy.config)
  return rows.map((row) => ({ ...row, wallet, bankDetails: details }))
}

interface Announced {
  id: string
  at: Date
  amountPence: number
  currency: string
  /** Who announced it; null for anyone who has been erased. */
  by: string | null
  teamId: string
  team: string
  wallet: string
  reference: string
}

/** Payments that were announced and have not arrived, of one amount or of some teams: for operators. The newest first. */
export async function announcedPayments(
  posy: Posy,
  db: Db,
  asked: { amountPence: number; currency: string } | { teamIds: readonly string[] },
): Promise<Announced[]> {
  const condition =
    'teamIds' in asked
      ? sql`advice.team_id = any(${[...asked.teamIds]}::uuid[])`
      : sql`advice.amount = ${asked.amountPence} and wallet.currency = ${asked.currency}`
  const { rows } = await sql<Announced>`
    select advice.id, advice.created_at as at, advice.amount as "amountPence", wallet.currency, team.id as "teamId", team.name as team,
      wallet.name as wallet, wallet.reference, case when person.id is not null then ${personName('person')} end as by
    from remittance_advice advice join wallet on wallet.id = advice.wallet_id join team on team.id = advice.team_id
    left join app_user person on person.id = advice.user_id
    where advice.status = 'pending' and advice.created_at >= ${awaitedSince(posy)} and ${condition}
    order by advice.created_at desc, advice.id desc limit ${MOST_AWAITED}`.execute(db)
  return rows
}
