import { Link } from 'react-router'
import type { OperatorMessage } from '#contract/operator/messages.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { messageLabels } from '#web/operator/labels.ts'
import { paths } from '#web/paths.ts'
import { formatMoment, humanise } from '#web/ui/format.ts'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { tellApart } from '#web/ui/tell-apart.ts'
import { whyNot } from './why-not.ts'

/** Why it did not arrive, how often it was tried, and when it leaves or left. */
const details = ({ status, state, attempts, error, nextTryAt, sentAt }: OperatorMessage): string =>
  [
    state === 'failed' && !whyNot(error) && humanise(status),
    attempts > 1 && `${attempts} tries`,
    whyNot(error) ?? error,
    state === 'scheduled' && nextTryAt && `on ${formatMoment(nextTryAt, BUSINESS_ZONE)}`,
    state === 'waiting' && attempts > 0 && nextTryAt && `tried again on ${formatMoment(nextTryAt, BUSINESS_ZONE)}`,
    state === 'delivered' && sentAt && `left on ${formatMoment(sentAt, BUSINESS_ZONE)}`,
  ]
    .filter(Boolean)
    .join(', ')

/** Two gifts to one person leave in one minute. */
const spoken = ({ template, to, at }: OperatorMessage): string =>
  `${humanise(template)} to ${to ?? 'someone erased'}, ${formatMoment(at, BUSINESS_ZONE)}`

const columnsFor = (apart: (message: OperatorMessage) => string): readonly TableColumn<OperatorMessage>[] => [
  {
    key: 'to',
    header: 'To',
    cell: (message) => {
      const { to, template, purchaseId, giftId, at } = message
      return (
        <span className="two-lines">
          {to ?? 'Erased'}
          {giftId || purchaseId ? (
            <Link className="small" to={giftId ? paths.operatorGift(giftId) : paths.operatorPurchase(purchaseId!)}>
              {humanise(template)}
              <span className="visually-hidden">
                {' '}
                to {to ?? 'someone erased'}, {formatMoment(at, BUSINESS_ZONE)}
                {apart(message)}
              </span>
            </Link>
          ) : (
            <span className="muted small">{humanise(template)}</span>
          )}
        </span>
      )
    },
  },
  {
    key: 'customer',
    header: 'Customer',
    wideOnly: true,
    cell: ({ team }) => (team ? <Link to={paths.operatorCustomer(team.id)}>{team.name}</Link> : null),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (message) => {
      const { label, tone } = messageLabels[message.state]
      const more = details(message)
      return (
        <span className="two-lines">
          <StatusBadge status={label} tone={tone} />
          {more ? <span className="muted small">{more}</span> : null}
          {whyNot(message.error) ? <small className="muted">The provider’s words: {message.error}</small> : null}
        </span>
      )
    },
  },
  { key: 'at', header: 'When', cell: ({ at }) => <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time> },
]

export const MessageTable = ({ messages, caption }: { messages: readonly OperatorMessage[]; caption: string }) => (
  <DataTable
    caption={caption}
    columns={columnsFor(tellApart(messages, spoken))}
    rows={messages}
    rowKey={({ id }) => id}
    empty={<p className="panel muted">No messages.</p>}
  />
)
