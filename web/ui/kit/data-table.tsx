import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface TableColumn<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Figures line up on the right. */
  numeric?: boolean
  /** Not on a phone: it says what another column says too. */
  wideOnly?: boolean
  /** Of a compact table on a phone: beside the first column, without its label. */
  aside?: boolean
}

interface DataTableProps<Row> {
  /** What the table lists, for who cannot see it. */
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Instead of a table without rows. */
  empty?: ReactNode
  /** On a phone a row’s amounts stand side by side, each beside its name or below it. */
  compact?: boolean | 'stacked'
}

/** Rows and columns in plain markup, for it is what pages repeat most. On a phone each row becomes a block with its labels. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty, compact = false }: DataTableProps<Row>) {
  if (rows.length === 0 && empty) return empty
  const cellClass = ({ numeric, wideOnly, aside }: TableColumn<Row>) =>
    [numeric && styles.numeric, wideOnly && styles.wide, aside && styles.aside].filter(Boolean).join(' ') || undefined
  return (
    <table
      className={[styles.table, compact && styles.compact, compact === 'stacked' && styles.stacked]
        .filter(Boolean)
        .join(' ')}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={cellClass(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.key} className={cellClass(column)} data-label={column.header}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
