import type { PageTill } from '#contract/operator/programs.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { formatMoment, humanise, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'

type Refusal = PageTill['refusals'][number]

const reasons: Record<string, string> = {
  not_found: 'No gift has this code',
  not_this_merchant: 'A gift of another merchant’s',
  already_redeemed: 'It was used before',
  wrong_state: 'It had ended, or could not be used yet',
}

const columns: readonly TableColumn<Refusal>[] = [
  { key: 'at', header: 'When', cell: ({ at }) => <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time> },
  { key: 'why', header: 'Why', cell: ({ reason }) => reasons[reason] ?? humanise(reason) },
  { key: 'code', header: 'Code ends in', cell: ({ ending }) => (ending ? <code>{ending}</code> : 'Not kept') },
]

const unknownCodes = ({ unknownToday, refusals }: PageTill): string => {
  const last = refusals.find(({ reason }) => reason === 'not_found')
  if (!unknownToday || !last) return 'No unknown code today.'
  return `${plural(unknownToday, 'unknown code')} today, the last on ${formatMoment(last.at, BUSINESS_ZONE)}.`
}

/** What a till in a browser looked up in vain. What it did redeem is in the merchant’s own list, and on each gift. */
export const TillLooks = ({ till }: { till: PageTill }) => (
  <Card title="Refused look-ups" flush>
    <p className="panel">
      {unknownCodes(till)}{' '}
      <span className="muted">
        Search for a code that a customer reads to you: one that no gift has leads to where it was typed. Of a gift’s
        own code nothing is kept.
      </span>
    </p>
    <DataTable
      caption="Looks that were refused, the latest first; kept for 30 days"
      columns={columns}
      rows={till.refusals}
      rowKey={({ at, reason, ending }) => `${at} ${reason} ${ending}`}
      empty={<p className="panel muted">Nothing that was looked up here in the last 30 days was refused.</p>}
    />
  </Card>
)
