import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Award } from '#contract/awards/awards.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { tellApart } from '#web/ui/tell-apart.ts'
import { AwardState } from './award-state.tsx'
import { personLabel, whyItWaits } from './labels.ts'

interface AwardTableProps {
  caption: string
  awards: readonly Award[]
  empty?: ReactNode
  /** Why each waits for a second person. */
  saysWhy?: boolean
}

const WHY: TableColumn<Award> = {
  key: 'why',
  header: 'Why it waits',
  cell: (award) => (
    <span className="two-lines">
      <span>{whyItWaits(award) ?? 'With its list'}</span>
      {award.waiting?.duplicateReason ? (
        <span className="muted small">Helped again: {award.waiting.duplicateReason}</span>
      ) : null}
    </span>
  ),
}

export function AwardTable({ caption, awards, empty, saysWhy = false }: AwardTableProps) {
  const zone = useZone()
  const apart = tellApart(awards, ({ person }) => personLabel(person))
  const columns: TableColumn<Award>[] = [
    {
      key: 'person',
      header: 'Person',
      cell: (award) => (
        <span className="two-lines">
          <Link to={paths.award(award.id)} prefetch="intent">
            {personLabel(award.person)}
            <span className="visually-hidden">{apart(award)}</span>
          </Link>
          <span className="muted small">Case {award.caseReference}</span>
        </span>
      ),
    },
    { key: 'for', header: 'For', cell: ({ reason }) => reason },
    {
      key: 'state',
      header: 'State',
      cell: (award) => <AwardState award={award} />,
    },
    ...(saysWhy ? [WHY] : []),
    {
      key: 'made',
      header: 'Made',
      cell: ({ dateCreated, createdBy }) => (
        <span className="two-lines">
          <time dateTime={dateCreated}>{formatDay(dateCreated, zone)}</time>
          <span className="muted small">by {createdBy.name}</span>
        </span>
      ),
    },
    { key: 'grant', header: 'Grant', wideOnly: true, cell: ({ grantName }) => grantName },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      cell: ({ amount, currency }) => <Money pence={amount} currency={currency} />,
    },
  ]
  return <DataTable caption={caption} columns={columns} rows={awards} rowKey={({ id }) => id} empty={empty} />
}
