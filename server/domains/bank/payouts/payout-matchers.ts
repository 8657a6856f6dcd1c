import { reverseTransfer } from '#server/domains/ledger/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import type { BankMatcher, BankMoney, BankTarget } from '../lines/matchers.ts'
import { type PayoutRecord, payoutReferencesIn } from './payout.ts'

const named = async (db: Db | Tx, text: string): Promise<BankTarget[]> => {
  const references = payoutReferencesIn(text)
  if (references.length === 0) return []
  const rows = await db
    .selectFrom('payout')
    .select(['id', 'reference'])
    .where('reference', 'in', references)
    .where('transfer_id', 'is not', null)
    .execute()
  return rows.map(({ id, reference }) => ({ kind: 'payout', id, label: reference }))
}

const owner = async (db: Db | Tx, { id }: BankTarget): Promise<string> => {
  const { name } = await db
    .selectFrom('payout')
    .innerJoin('team', 'team.id', 'payout.team_id')
    .select('team.name')
    .where('payout.id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}

/** The payout of a line, locked. @throws wrong_state (409) for another state or amount */
async function lockPayout(
  work: Work,
  { id }: BankTarget,
  money: BankMoney,
  states: readonly PayoutRecord['state'][],
): Promise<PayoutRecord> {
  const payout = found(
    await work.tx.selectFrom('payout').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    'payout',
  )
  if (!states.includes(payout.state))
    throw new Problem('wrong_state', `The payout ${payout.reference} is ${payout.state}.`)
  if (payout.amount !== money.amountPence || payout.currency !== money.currency)
    throw new Problem('wrong_state', `The payout ${payout.reference} is of another amount.`)
  return payout
}

const change = (work: Work, id: string, change: Partial<Pick<PayoutRecord, 'state' | 'return_id'>>) =>
  work.tx.updateTable('payout').set(change).where('id', '=', id).execute()

/** The bank has paid it: its money left the ledger when it was released. */
const paidPayoutMatcher: BankMatcher = {
  kind: 'payout',
  direction: 'out',
  named,
  owner,
  book: async (work, target, money) => {
    const payout = await lockPayout(work, target, money, ['released'])
    await change(work, payout.id, { state: 'paid' })
    return payout.transfer_id!
  },
  undo: async (work, transferId) => {
    const { id, state, reference } = await work.tx
      .selectFrom('payout')
      .selectAll()
      .where('transfer_id', '=', transferId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (state !== 'paid') throw new Problem('wrong_state', `The payout ${reference} is ${state}.`)
    await change(work, id, { state: 'released' })
    return null
  },
}

/** The payee's bank sent it back: it is the wallet's again. */
const returnedPayoutMatcher: BankMatcher = {
  kind: 'payout',
  direction: 'in',
  named,
  owner,
  book: async (work, target, money) => {
    const payout = await lockPayout(work, target, money, ['released', 'paid'])
    if (money.from !== 'bank-clearing')
      throw new Problem('wrong_state', 'A returned payout is booked from the bank.', {
        help: 'Allocate the line to the wallet by its reference (HG…).',
      })
    const returnId = await reverseTransfer(work.tx, {
      transferId: payout.transfer_id!,
      kind: 'customer-payout',
      key: `payout-return/${payout.id}`,
      at: work.at,
    })
    await change(work, payout.id, { state: 'returned', return_id: returnId })
    await work.audit(
      'payout.returned',
      { kind: 'wallet', id: payout.wallet_id },
      {
        teamId: payout.team_id,
        detail: { payoutId: payout.id, amountPence: payout.amount, currency: payout.currency },
      },
    )
    return returnId
  },
  undo: async () => {
    throw new Problem('wrong_state', 'What the bank sent back of a payout is the wallet’s again: ask for a new payout.')
  },
}

/** Payouts that went out, and those that came back. */
export const payoutMatchers: readonly BankMatcher[] = [paidPayoutMatcher, returnedPayoutMatcher]
