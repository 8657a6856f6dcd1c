import { newId } from '#kit/ids.ts'
import {
  type AccountRef,
  openTeamReceivable,
  openWalletAccounts,
  postTransfer,
  type TransferDraft,
} from '#server/domains/ledger/index.ts'
import { type Db, type OpenDatabase, openPostgres, type Tx } from '#server/platform/database/database.ts'
import { createFilled, openFilledPglite } from './databases.ts'

/** A migrated database for one test file, with the few things every ledger test does. */
export interface Books {
  db: Db
  close(): Promise<void>
}

export const engines: Record<string, () => Promise<Books>> = {
  PostgreSQL: async () => {
    const { url, drop } = await createFilled()
    const books = booksIn(openPostgres(url, 8))
    return { ...books, close: () => books.close().then(drop) }
  },
  PGlite: async () => booksIn(await openFilledPglite()),
}

const booksIn = (database: OpenDatabase): Books => ({ db: database.db, close: () => database.close() })

export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work)

export const walletAccounts = (wallet: string) => ({
  available: { wallet, kind: 'available' } satisfies AccountRef,
  committed: { wallet, kind: 'committed' } satisfies AccountRef,
  locked: { wallet, kind: 'locked' } satisfies AccountRef,
})

/** A draft that moves an amount from one account to another, with a key of its own. */
export const moving = (from: AccountRef, to: AccountRef, amountPence: number, rest: Partial<TransferDraft> = {}) =>
  ({
    kind: 'wallet-transfer',
    key: newId(),
    reference: { kind: 'test', id: '1' },
    currency: 'GBX',
    at: new Date('2026-03-02T12:00:00Z'),
    entries: [
      { account: from, amountPence: -amountPence },
      { account: to, amountPence },
    ],
    ...rest,
  }) satisfies TransferDraft

/** Opens a wallet and its team's receivable, with so much money that came by bank. */
export async function buildWallet(db: Db, pence = 0, currency = 'GBX'): Promise<{ walletId: string; teamId: string }> {
  const owner = { walletId: newId(), teamId: newId() }
  await inTransaction(db, async (tx) => {
    await openWalletAccounts(tx, { ...owner, currency })
    await openTeamReceivable(tx, { teamId: owner.teamId, currency })
    const { available } = walletAccounts(owner.walletId)
    if (pence > 0)
      await postTransfer(tx, moving({ platform: 'bank-clearing' }, available, pence, { kind: 'bank-top-up', currency }))
  })
  return owner
}

/** The name of the constraint that refused, or the error itself where another reason did. */
export async function rejectionReason(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
    return 'accepted'
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? error
  }
}
