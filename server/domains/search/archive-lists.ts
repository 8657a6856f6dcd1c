import { deliveryMethodLabel, giftStateLabel } from '#contract/core/status-labels.ts'
import type { TransactionHit } from '#contract/search/search.ts'
import { isoCurrency } from '#kit/currency.ts'
import { BUSINESS_ZONE, iso } from '#kit/time.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type Cell, day, moment, money } from '#server/platform/sheets/cells.ts'
import type { ZipEntry } from '#server/platform/sheets/zip.ts'
import { csvEntry, pagesById } from './archive-sheet.ts'
import type { ExportRecord } from './export-request.ts'
import { hugggHits } from './huggg-hits.ts'
import { hugggMoney } from './huggg-money.ts'
import { hugggHead, hugggRow } from './huggg-sheet.ts'
import { findUserZone } from './maker.ts'
import { archivedIds, archivedMembers, archivedParticipants } from './queries.ts'
import { transactionHits } from './transaction-hits.ts'
import { transactionRelations } from './transaction-listing.ts'

/** The lists of a team as files: gifts, purchases, members and participants. */
export async function archivedLists(posy: Posy, row: ExportRecord): Promise<ZipEntry[]> {
  const zone = await findUserZone(posy, row)
  return [
    csvEntry('gifts.csv', giftHead, () => giftPages(posy, row, zone)),
    csvEntry(
      'purchases.csv',
      purchaseColumns.map(([head]) => head),
      () => purchasePages(posy, row, zone),
    ),
    csvEntry('members.csv', ['Team', 'Name', 'Email', 'Role', 'Since'], () => memberPages(posy, row)),
    csvEntry('participants.csv', ['Budget', 'Email', 'Name', 'Status', 'Received', 'Currency', 'Since'], () =>
      participantPages(posy, row),
    ),
  ]
}

/** A link opens a gift: who leaves takes the list along, not the gifts of other people. */
const LINK = hugggHead.indexOf('Link')
const withoutLink = <T>(cells: readonly T[]): T[] => cells.toSpliced(LINK, 1)
const giftHead = withoutLink(hugggHead)

async function* giftPages({ db }: Posy, { team_ids }: ExportRecord, zone: string): AsyncGenerator<Cell[][]> {
  for await (const rows of pagesById((after) => archivedIds(db, 'huggg', team_ids, after))) {
    const ids = rows.map(({ id }) => id)
    const [hits, moneys] = await Promise.all([hugggHits(db, ids, 'none'), hugggMoney(db, ids)])
    yield hits.map((hit) => withoutLink(hugggRow({ hit, money: moneys.get(hit.huggg.id)!, launchUrl: null, zone })))
  }
}

/** As the list on screen has its file. */
const purchaseColumns: [head: string, cell: (hit: TransactionHit, zone: string) => Cell][] = [
  ['Bought', ({ transaction }, zone) => moment(transaction.created_at, zone)],
  ['Purchase', ({ transaction, product }) => transaction.title ?? product?.label ?? null],
  ['Gift', ({ product }) => product?.label ?? null],
  ['Delivery', ({ transaction }) => deliveryMethodLabel(transaction.delivery_method ?? '')],
  ['Gifts', ({ transaction }) => ({ number: String(transaction.sale_quantity) })],
  [
    'Status of gifts',
    ({ states }) => states.map(({ state, count }) => `${giftStateLabel(state)}: ${count}`).join(', '),
  ],
  ['Total', ({ transaction }) => money(transaction.sale_total)],
  ['Currency', ({ transaction }) => isoCurrency(transaction.currency) ?? null],
  ['Reason', ({ transaction }) => transaction.reason_code],
  ['Notes', ({ transaction }) => transaction.notes],
  ['Bought by', ({ sender }) => `${sender.first_name} ${sender.surname}`.trim()],
  ['Bought by (email)', ({ sender }) => sender.email],
  ['Wallet', ({ wallet }) => wallet.name],
  ['Team', ({ team }) => team.name],
  ['Purchase id', ({ transaction }) => transaction.id],
]

async function* purchasePages({ db }: Posy, { team_ids }: ExportRecord, zone: string): AsyncGenerator<Cell[][]> {
  for await (const rows of pagesById((after) => archivedIds(db, 'transaction', team_ids, after))) {
    const hits = await transactionHits(
      db,
      transactionRelations,
      rows.map(({ id }) => id),
    )
    yield hits.map((hit) => purchaseColumns.map(([, cell]) => cell(hit, zone)))
  }
}

async function* memberPages({ db }: Posy, { team_ids }: ExportRecord): AsyncGenerator<Cell[][]> {
  const rows = await archivedMembers(db, team_ids)
  yield rows.map(({ team, name, email, role, at }) => [team, name, email, role, day(iso(at), BUSINESS_ZONE)])
}

async function* participantPages({ db }: Posy, { team_ids }: ExportRecord): AsyncGenerator<Cell[][]> {
  for await (const rows of pagesById((after) => archivedParticipants(db, team_ids, after)))
    yield rows.map(({ budget, email, name, status, received, currency, at }) => [
      ...[budget, email, name || null, status, money(received)],
      ...[isoCurrency(currency) ?? null, day(iso(at), BUSINESS_ZONE)],
    ])
}
