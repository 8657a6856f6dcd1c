import { sql } from 'kysely'
import { deliveryMethodLabel, giftStateLabel } from '#contract/core/status-labels.ts'
import type { TransactionHit } from '#contract/search/search.ts'
import { isoCurrency } from '#kit/currency.ts'
import { BUSINESS_ZONE, iso } from '#kit/time.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type Cell, day, moment, money } from '#server/platform/sheets/cells.ts'
import type { ZipEntry } from '#server/platform/sheets/zip.ts'
import { csvEntry, pagesById } from './archive-sheet.ts'
import { type ExportRecord, PART_ROWS } from './export-request.ts'
import { hugggHits } from './huggg-hits.ts'
import { hugggMoney } from './huggg-money.ts'
import { hugggHead, hugggRow } from './huggg-sheet.ts'
import { findUserZone } from './maker.ts'
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
  const read = async (after: string) =>
    (
      await sql<{ id: string }>`select id from huggg where team_id = any (${team_ids}::uuid[]) and id > ${after}
        order by id limit ${PART_ROWS}`.execute(db)
    ).rows
  for await (const rows of pagesById(read)) {
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
  const read = async (after: string) =>
    (
      await sql<{ id: string }>`select id from transaction where team_id = any (${team_ids}::uuid[]) and id > ${after}
        order by id limit ${PART_ROWS}`.execute(db)
    ).rows
  for await (const rows of pagesById(read)) {
    const hits = await transactionHits(
      db,
      transactionRelations,
      rows.map(({ id }) => id),
    )
    yield hits.map((hit) => purchaseColumns.map(([, cell]) => cell(hit, zone)))
  }
}

async function* memberPages({ db }: Posy, { team_ids }: ExportRecord): AsyncGenerator<Cell[][]> {
  const { rows } = await sql<{ team: string; name: string; email: string | null; role: string; at: Date }>`
    select team.name as team, ${personName('u')} as name, u.email, m.role_group_id as role, m.created_at as at
    from team_member m join app_user u on u.id = m.user_id join team on team.id = m.team_id
    where m.team_id = any (${team_ids}::uuid[]) and not u.is_service order by team.name, u.email`.execute(db)
  yield rows.map(({ team, name, email, role, at }) => [team, name, email, role, day(iso(at), BUSINESS_ZONE)])
}

interface ParticipantRow {
  id: string
  budget: string
  email: string
  name: string | null
  status: string
  received: number
  currency: string
  at: Date
}

async function* participantPages({ db }: Posy, { team_ids }: ExportRecord): AsyncGenerator<Cell[][]> {
  const read = async (after: string) =>
    (
      await sql<ParticipantRow>`
        select p.id, budget.name as budget, p.email, ${personName('u')} as name, p.status,
          p.total_funds_received::bigint as received, budget.currency, p.created_at as at
        from automated_budget_participant p join automated_budget budget on budget.id = p.budget_id
        left join app_user u on u.id = p.user_id
        where p.team_id = any (${team_ids}::uuid[]) and p.id > ${after} order by p.id limit ${PART_ROWS}`.execute(db)
    ).rows
  for await (const rows of pagesById(read))
    yield rows.map(({ budget, email, name, status, received, currency, at }) => [
      ...[budget, email, name || null, status, money(received)],
      ...[isoCurrency(currency) ?? null, day(iso(at), BUSINESS_ZONE)],
    ])
}
