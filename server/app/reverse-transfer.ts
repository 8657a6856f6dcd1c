import { sql } from 'kysely'
import {
  type HandReversal,
  type PostedTransfer,
  reverseByHand,
  type TransferKind,
} from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { explanations } from './reconcile-money.ts'

/** The way back that a domain has of its own, by the kind of transfer; it keeps the domain's records true. */
const waysBack: Partial<Record<TransferKind, string>> = {
  'bank-top-up': 'posy bank undo, with the line of the bank',
  'invoice-payment': 'posy bank undo, with the line of the bank',
  'unmatched-receipt': 'posy bank allocate or posy bank set-aside',
  'card-top-up': 'posy card refund',
  purchase: 'cancelling its gifts',
  'supplier-payment': 'posy bank undo, with the line of the bank',
  redemption: 'the till’s own undo',
  'redemption-undo': 'redeeming the gift again',
  cancellation: 'buying the gift again',
  expiry: 'posy expiry reverse',
  breakage: 'posy expiry reverse',
}

/**
 * `posy ledger reverse`: for transfers that no record stands on, as `reconcile` names them, and for money that was moved
 * between wallets.
 * @throws wrong_state (409) where a domain has its own way back, and as reverseByHand
 */
export const reverseTransferByHand = (work: Work, wanted: HandReversal): Promise<string> =>
  reverseByHand(work, wanted, objectTo)

async function objectTo({ tx }: Work, { id, kind, referenceKind, referenceId }: PostedTransfer): Promise<void> {
  if (kind === 'wallet-transfer') return
  const { rows } = await sql`
    select from ledger_transfer as transfer where transfer.id = ${id} and coalesce(${explanations}, false)`.execute(tx)
  if (rows.length === 0) return
  const way = waysBack[kind]
  throw new Problem('wrong_state', `This transfer is what the record ${referenceKind} ${referenceId} says.`, {
    help: way ? `Take it back by ${way}. No money has moved.` : 'Correct that record first. No money has moved.',
  })
}
