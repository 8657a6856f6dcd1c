import { Link } from 'react-router'
import type { StatementLine } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import type { Cause } from '#web/app/activity/causes.server.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'

interface MovementProps {
  line: StatementLine
  /** A purchase or gift, named as the activity names it. */
  cause: Cause | undefined
  currency: string
  zone: string
}

/** What a movement was for, with a link to it, who made it and the papers it stands on. */
export function Movement({ line, cause, currency, zone }: MovementProps) {
  const { description, at, counterpart, person, documents } = line
  const name = cause?.name ?? counterpart?.label
  const to = cause?.to ?? movementPath(line)
  const detail = counterpart?.detail === description ? null : counterpart?.detail
  const about = [detail, person, chargedLabel(line, currency)].filter(Boolean).join(' · ')
  return (
    <span className="two-lines">
      {to && name ? (
        <Link to={to} prefetch="intent">
          {name}
        </Link>
      ) : (
        (name ?? description)
      )}
      <span className="muted small">
        {name ? `${description} · ` : ''}
        <time dateTime={at}>{formatMoment(at, zone)}</time>
      </span>
      {about ? <span className="muted small">{about}</span> : null}
      {documents.length ? <Papers line={line} /> : null}
    </span>
  )
}

/** Where there is more of what it was for. */
function movementPath({ counterpart }: StatementLine): string | null {
  if (!counterpart?.id) return null
  const { kind, id } = counterpart
  if (kind === 'wallet') return paths.walletTab(id, 'statement')
  if (kind === 'budget') return paths.budgetTab(id, 'runs')
  if (kind === 'invoice' || kind === 'plan') return paths.invoice(id)
  return kind === 'card' ? paths.charges : null
}

function Papers({ line: { documents, counterpart } }: Pick<MovementProps, 'line'>) {
  const can = useCan()
  return (
    <span className="muted small">
      {documents.map((document, place) => {
        const to = movementPaperPath(document, counterpart, can)
        return (
          <span key={document.id}>
            {place ? ', ' : ''}
            {to ? <Link to={to}>{document.number}</Link> : document.number}
          </span>
        )
      })}
    </span>
  )
}

/** Where one of its papers is kept; null where the reader may not go there, or its name leads there already. */
export function movementPaperPath(
  { id, kind, purchaseId, budgetId }: StatementLine['documents'][number],
  counterpart: StatementLine['counterpart'],
  can: ReturnType<typeof useCan>,
): string | null {
  if (budgetId) return can('view-automated-budget') ? paths.budgetTab(budgetId, 'invoices') : null
  if (purchaseId && kind !== 'invoice') return paths.purchaseDocuments(purchaseId)
  if (!can(['view-team-transactions', 'manage-billing'])) return null
  if (kind === 'invoice') return counterpart?.id === id ? null : paths.invoice(id)
  return counterpart?.kind === 'plan' && counterpart.id ? paths.invoice(counterpart.id) : null
}

/** Fees, the VAT and what is on an invoice of one movement, each by its name. */
const chargedLabel = ({ charged: { fees, vat }, invoiced }: StatementLine, currency: string): string =>
  [
    fees && `Fees ${formatMoney(fees, currency)}`,
    vat && `VAT ${formatMoney(vat, currency)}`,
    invoiced && `On invoice ${formatMoney(invoiced, currency)}`,
  ]
    .filter(Boolean)
    .join(', ')
