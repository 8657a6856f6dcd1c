import { newId } from '#kit/ids.ts'
import type { Pence } from '#kit/money.ts'
import { lockBalances, postTransfer } from '#server/domains/ledger/index.ts'
import { managedWallet } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { holdGrant } from './queries.ts'
import { SETTLE_JOB } from './settle-awards.ts'

/**
 * Puts money of a wallet into a grant, or, below zero, takes what no award holds out again.
 * @throws not_found (404) for a grant or wallet of others
 * @throws invalid_fields (422) for a wallet in another currency; wrong_state (409) for a closed one, or money into a closed grant
 * @throws insufficient_funds (402)
 */
export async function fundGrant(
  work: Work,
  caller: Principal,
  { grantId, walletId, amountPence }: { grantId: string; walletId: string; amountPence: Pence },
): Promise<void> {
  const { tx, at } = work
  const grant = await holdGrant(tx, caller, grantId)
  const wallet = await managedWallet(tx, caller, walletId)
  if (wallet.currency !== grant.currency)
    throw invalidFields([{ path: 'walletId', message: `must hold ${grant.currency}`, code: 'currency' }])
  if (grant.closed_at && amountPence > 0) throw new Problem('wrong_state', `The grant ${grant.name} is closed.`)
  const [ofGrant = 0] = await lockBalances(
    tx,
    [
      { wallet: grantId, kind: 'available' },
      { wallet: walletId, kind: 'available' },
    ],
    grant.currency,
  )
  if (ofGrant + amountPence < 0)
    throw new Problem('insufficient_funds', 'There is not so much left in the grant.', {
      help: 'Money of awards goes back to the grant when they end. No money has moved.',
    })
  const id = newId()
  const transferId = await postTransfer(tx, {
    ...{ kind: 'grant-funding', key: `grant-funding/${id}`, reference: { kind: 'grant_funding', id } },
    ...{ currency: grant.currency, at },
    entries: [
      { account: { wallet: walletId, kind: 'available' }, amountPence: -amountPence },
      { account: { wallet: grantId, kind: 'available' }, amountPence },
    ],
  })
  await tx
    .insertInto('grant_funding')
    .values({
      ...{ id, grant_id: grantId, team_id: grant.team_id, wallet_id: walletId, amount: amountPence },
      ...{ transfer_id: transferId, user_id: member(caller).userId, created_at: at },
    })
    .execute()
  // What a rail told and the grant could not pay may be booked now.
  if (amountPence > 0) await work.send(SETTLE_JOB, {})
  await work.audit(
    amountPence > 0 ? 'grant.funded' : 'grant.money-taken-out',
    { kind: 'grant', id: grantId },
    { teamId: grant.team_id, detail: { walletId, amountPence } },
  )
}
