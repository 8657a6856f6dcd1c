import type { StatementPeriod } from '#contract/wallets/wallets.ts'
import type { StatementMovement } from '#server/domains/wallets/index.ts'
import { type Cell, moment, money } from '#server/platform/sheets/cells.ts'
import type { Cause } from './statement-causes.ts'

interface StatementEntry {
  line: StatementMovement
  cause: Cause
  walletName: string
  /** Whose wall clock moments are told in. */
  zone: string
}

/** What stands in a column: of a movement, and of the rows around them, in which the columns close. */
interface Column {
  head: string
  /** Letters that a workbook shows; of an amount unless told. */
  width?: number
  cell: (entry: StatementEntry) => Cell
  edge?: (edge: StatementPeriod['opening']) => Cell
  total?: (totals: StatementPeriod['totals']) => Cell
}

const AMOUNT_WIDTH = 16

/** The columns of a wallet's statement, called as the screen calls them. Amounts in the currency's large unit. */
const columns: Column[] = [
  { head: 'Date', width: 17, cell: ({ line, zone }) => moment(line.at, zone) },
  { head: 'Movement', width: 38, cell: ({ line }) => line.description },
  {
    head: 'Available',
    cell: ({ line }) => money(line.effect.available),
    total: ({ available }) => money(available),
  },
  {
    head: 'In gifts',
    cell: ({ line }) => money(line.effect.committed + line.effect.locked),
    total: ({ live }) => money(live),
  },
  { head: 'Fees', cell: ({ line }) => money(line.charged.fees), total: ({ fees }) => money(fees) },
  { head: 'VAT', cell: ({ line }) => money(line.charged.vat), total: ({ vat }) => money(vat) },
  { head: 'On invoice', cell: ({ line }) => money(line.invoiced), total: ({ invoiced }) => money(invoiced) },
  {
    head: 'Available after',
    cell: ({ line }) => money(line.available),
    edge: ({ available }) => money(available),
  },
  {
    head: 'In gifts after',
    cell: ({ line }) => money(line.balance - line.available),
    edge: ({ live }) => money(live),
  },
  { head: 'Balance after', cell: ({ line }) => money(line.balance), edge: ({ balance }) => money(balance) },
  { head: 'Wallet', width: 22, cell: ({ walletName }) => walletName },
  { head: 'Counterpart', width: 30, cell: ({ cause }) => cause.counterpart?.label ?? null },
  { head: 'Details', width: 34, cell: ({ cause }) => cause.counterpart?.detail ?? null },
  { head: 'Person', width: 22, cell: ({ cause }) => cause.person },
  { head: 'Purchase', width: 30, cell: ({ cause }) => cause.title },
  { head: 'Reason', width: 20, cell: ({ cause }) => cause.reason },
  { head: 'Document', width: 22, cell: ({ cause }) => cause.documents.map(({ number }) => number).join(', ') || null },
  { head: 'Purchase order', width: 18, cell: ({ cause }) => cause.purchaseOrderNumber },
  { head: 'Movement id', width: 38, cell: ({ line }) => line.id },
  { head: 'Reference', width: 38, cell: ({ line }) => line.reference.id },
]

export const statementHead: readonly string[] = columns.map(({ head }) => head)
/** Letters that a workbook shows of each column. */
export const statementWidths: readonly number[] = columns.map(({ width = AMOUNT_WIDTH }) => width)
export const statementRow = (entry: StatementEntry): Cell[] => columns.map(({ cell }) => cell(entry))

const aroundRow = (name: string, cell: (column: Column) => Cell): Cell[] =>
  columns.map((column) => (column.head === 'Movement' ? name : cell(column)))

/** The rows around the movements, which are the oldest first: they have no movement id. */
export const statementEdges = ({ opening, closing, totals }: StatementPeriod): { top: Cell[][]; bottom: Cell[][] } => ({
  top: [aroundRow('Opening balance', ({ edge }) => edge?.(opening) ?? null)],
  bottom: [
    aroundRow('Total', ({ total }) => total?.(totals) ?? null),
    aroundRow('Closing balance', ({ edge }) => edge?.(closing) ?? null),
  ],
})
