import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { found } from '#server/platform/problem/problem.ts'
import { withRefusals } from './refusals.ts'
import { netEntries, type Reference, type TransferDraft, type TransferKind } from './transfer.ts'

/**
 * Posts one transfer, in one statement. A key that was used before for the same transfer (its time aside) returns the
 * first one's id and moves nothing.
 * @throws insufficient_funds (402) if an account would go negative that may not
 * @throws conflict (409) if the key was used for another transfer, or the accounts' currency is another one
 * @throws wrong_state (409) if `reverses` has been reversed already
 */
export async function postTransfer(tx: Tx, draft: TransferDraft): Promise<string> {
  const net = netEntries(draft)
  const { kind, key, reference, currency, reverses = null, at } = draft
  const posted = sql<{
    id: string
  }>`select ledger_post_one(${newId()}, ${kind}, ${key}, ${reference.kind}, ${reference.id},
    ${currency}, ${reverses}, ${at}, ${[...net.keys()]}::uuid[], ${[...net.values()]}::bigint[]) as id`
  const { rows } = await withRefusals(posted.execute(tx))
  return rows[0]!.id
}

/**
 * Posts any number of transfers in the order given, in one statement, all or none; returns their ids in that order.
 * Several transfers of one transaction belong in one call: accounts are locked in one order only within a call.
 * @throws as postTransfer
 */
export async function postTransfers(tx: Tx, drafts: readonly TransferDraft[]): Promise<string[]> {
  if (drafts.length === 0) return []
  const positions: number[] = []
  const accounts: string[] = []
  const amounts: number[] = []
  drafts.forEach((draft, index) => {
    for (const [account, amount] of netEntries(draft)) {
      positions.push(index + 1)
      accounts.push(account)
      amounts.push(amount)
    }
  })
  const column = <T>(value: (draft: TransferDraft) => T) => drafts.map(value)
  const posted = sql<{ ids: string[] }>`select ledger_post(
    ${drafts.map(newId)}::uuid[], ${column((draft) => draft.kind)}::text[]::ledger_transfer_kind[], ${column((draft) => draft.key)}::text[],
    ${column((draft) => draft.reference.kind)}::text[], ${column((draft) => draft.reference.id)}::text[],
    ${column((draft) => draft.currency)}::text[], ${column((draft) => draft.reverses ?? null)}::uuid[],
    ${column((draft) => draft.at)}::timestamptz[],
    ${positions}::integer[], ${accounts}::uuid[], ${amounts}::bigint[]) as ids`
  const { rows } = await withRefusals(posted.execute(tx))
  return rows[0]!.ids
}

export interface Reversal {
  transferId: string
  kind: TransferKind
  key: string
  at: Date
  /** The original's unless given. */
  reference?: Reference
}

/**
 * Undoes a transfer exactly once, by a transfer of the opposite entries; returns its id. A repeated key returns the first.
 * @throws not_found (404) if there is no such transfer
 * @throws wrong_state (409) if it has been reversed already
 * @throws insufficient_funds (402) if the money it brought is gone
 */
export async function reverseTransfer(tx: Tx, { transferId, kind, key, at, reference }: Reversal): Promise<string> {
  const reversed = sql<{ id: string | null }>`select ledger_reverse(${transferId}, ${newId()}, ${kind}, ${key},
    ${reference?.kind ?? null}, ${reference?.id ?? null}, ${at}) as id`
  const { rows } = await withRefusals(reversed.execute(tx))
  return found(rows[0]!.id, 'transfer')
}
