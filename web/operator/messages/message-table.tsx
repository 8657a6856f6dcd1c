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

/** Of a person who is helped the console knows the case alone. */
const receiver = ({ to, award }: OperatorMessage): string => to ?? (award ? 'A person who is helped' : 'Erased')

const subject = ({ template, award }: OperatorMessage): string =>
  award ? `${humanise(template)}, case ${award.caseReference}` : humanise(template)

/** What a message is about, where that has a page. */
function messagePath({ giftId, purchaseId, award }: OperatorMessage): string | null {
  if (award) return paths.operatorAward(award.id)
  if (giftId) return paths.operatorGift(giftId)
  return purchaseId && paths.operatorPurchase(purchaseId)
}

const sentTo = (message: OperatorMessage): string => {
  const to = message.to ?? (message.award ? 'a person who is helped' : 'someone erased')
  return `to ${to}, ${formatMoment(message.at, BUSINESS_ZONE)}`
}

/** Two gifts to one person leave in one minute. */
const spoken = (message: OperatorMessage): string => `${subject(message)} ${sentTo(message)}`

const columnsFor = (apart: (message: OperatorMessage) => string): readonly TableColumn<OperatorMessage>[] => [
  {
    key: 'to',
    header: 'To',
    cell: (message) => {
      const to = messagePath(message)
      return (
        <span className="two-lines">
          {receiver(message)}
          {to ? (
            <Link className="small" to={to}>
              {subject(message)}
              <span className="visually-hidden">
                {' '}
                {sentTo(message)}
                {apart(message)}
              </span>
            </Link>
          ) : (
            <span className="muted small">{subject(message)}</span>
          )}
        </span>
      )
    },
  },
  {
    key: 'customer',
    header: 'Customer',
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

interface MessageTableProps {
  messages: readonly OperatorMessage[]
  caption: string
  /** Why there may be none. */
  none?: string
}

export const MessageTable = ({ messages, caption, none = 'No messages.' }: MessageTableProps) => (
  <DataTable
    caption={caption}
    columns={columnsFor(tellApart(messages, spoken))}
    rows={messages}
    rowKey={({ id }) => id}
    empty={<p className="panel muted">{none}</p>}
  />
)
