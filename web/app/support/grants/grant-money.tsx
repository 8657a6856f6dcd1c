import type { Grant } from '#contract/awards/grants.ts'
import { formatMoney } from '#kit/money.ts'
import { plural } from '#web/ui/format.ts'
import { BarList } from '#web/ui/kit/bar-list.tsx'
import { Card } from '#web/ui/kit/card.tsx'

function endedSentence({ endedLately: { undecided, unused }, currency }: Grant): string {
  const parts = [
    undecided.awards &&
      `${formatMoney(undecided.amount, currency)} of ${plural(undecided.awards, 'request')} that no one decided on`,
    unused.awards &&
      `${formatMoney(unused.amount, currency)} of ${plural(unused.awards, 'award')} that ${unused.awards > 1 ? 'were' : 'was'} not used in time`,
  ].filter((part) => part !== 0)
  return parts.length ? ` In the last seven days: ${parts.join(', ')}.` : ''
}

/** Where a grant's money is: the parts add up to what was put in. */
export function GrantMoney({ grant }: { grant: Grant }) {
  const { currency, funded, available, locked, committed, paid, fees, vat, paidLate } = grant
  const parts = [
    { key: 'paid', label: 'Paid out', value: paid },
    { key: 'committed', label: 'In awards', value: committed },
    { key: 'locked', label: 'Held for approval', value: locked },
    { key: 'available', label: 'Left', value: available },
    { key: 'fees', label: 'Fees and their VAT', value: fees + vat },
  ]
  return (
    <Card title={`Its money: ${formatMoney(funded, currency)}`}>
      <BarList
        bars={parts
          .filter(({ key, value }) => value > 0 || key !== 'fees')
          .map((part) => ({ ...part, text: formatMoney(part.value, currency) }))}
      />
      <p className="muted small">
        Money of awards that end unused goes back to the grant.
        {endedSentence(grant)}
        {paidLate > 0 ? ` ${formatMoney(paidLate, currency)} was paid out after awards had ended.` : ''}
      </p>
    </Card>
  )
}
