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
  cell: (entry: StatementEntry) => Cell
  edge?: (edge: StatementPeriod['opening']) => Cell
  total?: (totals: StatementPeriod['totals']) => Cell
}

/** The columns of a wallet's statement, called as the screen calls them. Amounts in the currency's large unit. */
const columns: Column[] = [
  { head: 'Date', cell: ({ line, zone }) => moment(line.at, zone) },
  { head: 'Movement', cell: ({ line }) => line.description },
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
  { head: 'Wallet', cell: ({ walletName }) => walletName },
  { head: 'Counterpart', cell: ({ cause }) => cause.counterpart?.label ?? null },
  { head: 'Details', cell: ({ cause }) => cause.counterpart?.detail ?? null },
  { head: 'Person', cell: ({ cause }) => cause.person },
  { head: 'Purchase', cell: ({ cause }) => cause.title },
  { head: 'Reason', cell: ({ cause }) => cause.reason },
  { head: 'Document', cell: ({ cause }) => cause.documents.map(({ number }) => number).join(', ') || null },
  { head: 'Purchase order', cell: ({ cause }) => cause.purchaseOrderNumber },
  { head: 'Movement id', cell: ({ line }) => line.id },
  { head: 'Reference', cell: ({ line }) => line.reference.id },
]

export const statementHead: readonly string[] = columns.map(({ head }) => head)
export const statementRow = (entry: StatementEntry): Cell[] => columns.map(({ cell }) => cell(entry))

const aroundRow = (name: string, cell: (column: Column) => Cell): Cell[] =>
  columns.map((column) => (column.head === 'Movement' ? name : cell(column)))

/** The rows around the movements, which are the newest first: they have no movement id. */
export const statementEdges = ({ opening, closing, totals }: StatementPeriod): { top: Cell[][]; bottom: Cell[][] } => ({
  top: [aroundRow('Closing balance', ({ edge }) => edge?.(closing) ?? null)],
  bottom: [
    aroundRow('Opening balance', ({ edge }) => edge?.(opening) ?? null),
    aroundRow('Total', ({ total }) => total?.(totals) ?? null),
  ],
})
