/**
 * Transfers per second of the ledger, against a bare SQL function that writes the same facts by two balance updates
 * and two entries, with an index for each of the ledger's, and none of its guarantees. Eight clients, one statement a transfer, each durable.
 *   node bench/ledger.ts [rounds] [seconds]
 */
import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { type AccountRef, openWalletAccounts, postTransfer, postTransfers } from '#server/domains/ledger/index.ts'
import { recomputeLedger } from '#server/domains/ledger/recompute.ts'
import { type Db, openPostgres, type Tx } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { benchServer, interleave, report, throughput } from './support.ts'

const CLIENTS = 8
const WALLETS = 1000
const BATCH = 10_000
const [rounds = 5, seconds = 5] = process.argv.slice(2).map(Number)

const bareSchema = `
  create table bare_account (id uuid primary key, balance bigint not null check (balance >= 0)) with (fillfactor = 70);
  create table bare_transfer (
    id uuid primary key, kind text not null, reference_kind text not null, reference_id text not null, key text not null unique,
    currency text not null, occurred_at timestamptz not null, recorded_at timestamptz not null default now());
  create index on bare_transfer (reference_kind, reference_id);
  create table bare_entry (
    id bigint generated always as identity primary key, transfer_id uuid not null, account_id uuid not null,
    currency text not null, amount bigint not null);
  create index on bare_entry (transfer_id);
  create index on bare_entry (account_id, id);
  create function bare_transfer(
    new_id uuid, kind text, key text, reference_kind text, reference_id text, currency text, occurred_at timestamptz,
    source uuid, target uuid, pence bigint
  ) returns void language plpgsql as $$
  begin
    insert into bare_transfer values (new_id, kind, reference_kind, reference_id, key, currency, occurred_at);
    if source < target then
      update bare_account set balance = balance - pence where id = source;
      update bare_account set balance = balance + pence where id = target;
    else
      update bare_account set balance = balance + pence where id = target;
      update bare_account set balance = balance - pence where id = source;
    end if;
    insert into bare_entry (transfer_id, account_id, currency, amount)
    values (new_id, source, currency, -pence), (new_id, target, currency, pence);
  end $$;`

const reference = { kind: 'bench', id: '1' }
const available = (wallet: string): AccountRef => ({ wallet, kind: 'available' })

async function prepare(db: Db): Promise<string[]> {
  const wallets = Array.from({ length: WALLETS }, newId)
  await sql`insert into bare_account select id, 1000000000 from unnest(${wallets}::uuid[]) as wallet (id)`.execute(db)
  await db.transaction().execute(async (tx) => {
    for (const walletId of wallets) await openWalletAccounts(tx, { walletId, teamId: newId(), currency: 'GBX' })
    const entries = wallets.map((wallet) => ({ account: available(wallet), amountPence: 1_000_000_000 }))
    const total = { account: { platform: 'bank-clearing' } as const, amountPence: -1_000_000_000 * WALLETS }
    const draft = { kind: 'bank-top-up', key: 'bench/start', reference, currency: 'GBX', at: new Date() } as const
    await postTransfer(tx, { ...draft, entries: [total, ...entries] })
  })
  return wallets
}

/** Two different wallets, at random; the first is always the same one if it is to be hot. */
function pick(wallets: readonly string[], hot: boolean): [string, string] {
  const first = hot ? 0 : Math.floor(Math.random() * WALLETS)
  const second = (first + 1 + Math.floor(Math.random() * (WALLETS - 1))) % WALLETS
  return Math.random() < 0.5 ? [wallets[first]!, wallets[second]!] : [wallets[second]!, wallets[first]!]
}

const transferDraft = (source: string, target: string) =>
  ({
    kind: 'wallet-transfer',
    key: newId(),
    reference,
    currency: 'GBX',
    at: new Date(),
    entries: [
      { account: available(source), amountPence: -1 },
      { account: available(target), amountPence: 1 },
    ],
  }) as const

/** A purchase as it is sold: face, fee and VAT, so that every client posts to the same platform accounts. */
const purchaseDraft = (wallet: string) =>
  ({
    kind: 'purchase',
    key: newId(),
    reference,
    currency: 'GBX',
    at: new Date(),
    entries: [
      { account: available(wallet), amountPence: -13 },
      { account: { wallet, kind: 'committed' }, amountPence: 10 },
      { account: { platform: 'fees' }, amountPence: 2 },
      { account: { platform: 'vat' }, amountPence: 1 },
    ],
  }) as const

async function compareTransfers(db: Db, wallets: readonly string[], hot: boolean, atLeast: number) {
  // One statement is a transaction of its own: what is compared is the work inside the database.
  const autocommit = db as unknown as Tx
  const run = (once: () => Promise<unknown>) => () => throughput(CLIENTS, seconds, once)
  const figures = await interleave(rounds, {
    bare: run(() => {
      const [source, target] = pick(wallets, hot)
      return sql`select bare_transfer(${newId()}, 'wallet-transfer', ${newId()}, 'bench', '1', 'GBX', ${new Date()}, ${source}, ${target}, 1)`.execute(
        db,
      )
    }),
    ours: run(() => postTransfer(autocommit, transferDraft(...pick(wallets, hot)))),
  })
  const name = hot ? 'one hot account' : 'random accounts'
  report(`${name}: bare SQL function`, figures.bare, 'transfers/s')
  report(`${name}: ledger`, figures.ours, 'transfers/s', { atLeast })
  report(
    `${name}: ledger / bare`,
    figures.ours.map((ours, round) => ours / figures.bare[round]!),
    '',
    { atLeast: 0.6 },
  )
}

async function measure(db: Db, wallets: readonly string[]) {
  await compareTransfers(db, wallets, false, 1350)
  await compareTransfers(db, wallets, true, 580)
  const others = await interleave(rounds, {
    transaction: () =>
      throughput(CLIENTS, seconds, () =>
        db.transaction().execute((tx) => postTransfer(tx, transferDraft(...pick(wallets, false)))),
      ),
    purchase: () =>
      throughput(CLIENTS, seconds, () => postTransfer(db as unknown as Tx, purchaseDraft(pick(wallets, false)[0]))),
    batch: async () => {
      const drafts = Array.from({ length: BATCH }, () => purchaseDraft(pick(wallets, false)[0]))
      const start = performance.now()
      await db.transaction().execute((tx) => postTransfers(tx, drafts))
      return (BATCH * 1000) / (performance.now() - start)
    },
  })
  report('random accounts, begin and commit apart', others.transaction, 'transfers/s')
  report('purchases (4 entries, shared fees and VAT)', others.purchase, 'transfers/s')
  report(`${BATCH} purchases in one statement`, others.batch, 'transfers/s')
}

const server = await benchServer()
const database = openPostgres(server.url, CLIENTS)
try {
  await migrate(database)
  await database.executeScript(database.db, bareSchema)
  await measure(database.db, await prepare(database.db))
  const start = performance.now()
  const violations = await recomputeLedger(database.db)
  report('everything recomputed from entries', [(performance.now() - start) / 1000], 's')
  console.log(`violations: ${violations.length}`)
} finally {
  await database.close()
  server.stop()
}
