import type { StatementLine } from '#contract/wallets.ts'
import { type Cell, money } from '#server/platform/sheets/cells.ts'

const total = ({ available, committed, locked }: StatementLine['effect']) => available + committed + locked

/** The columns of a wallet's statement. Moments are UTC, amounts in the currency's large unit. */
const columns: [head: string, cell: (line: StatementLine) => Cell][] = [
  ['Date', ({ at }) => at],
  ['Description', ({ description }) => description],
  ['Change of balance', ({ effect }) => money(total(effect))],
  ['Balance', ({ balance }) => money(balance)],
  ['Change of available', ({ effect }) => money(effect.available)],
  ['Available', ({ available }) => money(available)],
  ['Change in gifts', ({ effect }) => money(effect.committed)],
  ['Change held', ({ effect }) => money(effect.locked)],
  ['Kind', ({ kind }) => kind],
  ['Caused by', ({ reference }) => reference.kind],
  ['Reference', ({ reference }) => reference.id],
  ['Movement', ({ id }) => id],
]

export const statementHead: readonly string[] = columns.map(([head]) => head)
export const statementRow = (line: StatementLine): Cell[] => columns.map(([, cell]) => cell(line))
