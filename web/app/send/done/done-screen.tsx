import { Link } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { contactLabel } from '#web/app/activity/delivery-labels.ts'
import { paths } from '#web/paths.ts'
import { formatFull, plural } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { CopyButton } from '#web/ui/kit/copy-button.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { usePolling } from '#web/ui/use-polling.ts'
import styles from './done.module.css'
import type { loadDone } from './load-done.server.ts'
import { sentSentence, whatNext } from './what-next.ts'

type DoneData = Awaited<ReturnType<typeof loadDone>>

/** The purchase is made: how far the gifts are, what to hand out, and what happens next. */
export function DoneScreen(props: DoneData) {
  const { orderId, transaction, messages, undelivered, isPrinted, asCodes, sendDate, zone, links } = props
  const {
    id,
    processing,
    sale_quantity: quantity,
    created_quantity: made,
    sale_total,
    currency,
    payment_method,
  } = transaction
  const isGoingOn = processing !== null
  usePolling(isGoingOn)
  const isLater = sendDate !== null && Date.parse(sendDate) > Date.parse(transaction.created_at) + 60_000
  const activity = paths.purchase(id)
  return (
    <>
      <PageHeader
        title={isGoingOn ? (quantity === 1 ? 'On its way' : 'On their way') : isLater ? 'All set' : 'Done'}
        lead={`${plural(quantity, 'gift')} for ${formatMoney(sale_total, currency)}. ${payment_method === 'invoice' ? 'Your team will be invoiced.' : 'Paid.'}`}
        actions={
          <>
            <LinkButton look="quiet" to={paths.send}>
              Send another
            </LinkButton>
            {isPrinted ? (
              <LinkButton to={paths.purchaseCards(id)}>Design and print the cards</LinkButton>
            ) : (
              <LinkButton to={activity}>See the gifts</LinkButton>
            )}
          </>
        }
      />
      {isGoingOn ? (
        <Progress
          made={made}
          quantity={quantity}
          isSending={processing !== 'creating'}
          here={paths.draftStep(orderId, 'done')}
        />
      ) : null}
      {undelivered > 0 ? (
        <Notice tone="warning" title={`${plural(undelivered, 'gift')} could not be delivered`}>
          Correct the {contactLabel(transaction.delivery_method, undelivered)} on{' '}
          <Link to={activity}>the purchase’s page</Link>, or cancel{' '}
          {payment_method === 'invoice' ? 'to have it taken off the invoice' : 'to get the money back'}.
        </Notice>
      ) : null}
      {links.length ? <Links links={links} quantity={quantity} purchaseId={id} asCodes={asCodes} /> : null}
      {links.length || isGoingOn ? null : (
        <Card>
          <EmptyState
            picture={messages ? 'letter' : 'posy'}
            title={
              isPrinted
                ? 'Your cards are ready to print'
                : isLater
                  ? 'Everything is scheduled'
                  : undelivered < quantity
                    ? `${quantity - undelivered === 1 ? 'Gift' : 'Gifts'} sent`
                    : 'Not delivered'
            }
          >
            {messages && quantity > undelivered
              ? sentSentence(quantity - undelivered, isLater ? formatFull(sendDate, zone) : null)
              : null}
          </EmptyState>
        </Card>
      )}
      <Card title="What happens next">
        <ul className="stack">
          {whatNext({
            messages,
            isOne: quantity === 1,
            isPrinted,
            asCodes,
            sendDate: isLater ? sendDate : null,
            isAllLost: undelivered >= quantity,
            zone,
          }).map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>
            You can cancel what no one has used{isPrinted ? ' ' : ', or correct an address, '}on{' '}
            <Link to={activity}>the purchase’s page</Link>.
          </li>
        </ul>
      </Card>
    </>
  )
}

interface ProgressProps {
  made: number
  quantity: number
  isSending: boolean
  /** This page. */
  here: string
}

function Progress({ made, quantity, isSending, here }: ProgressProps) {
  return (
    <Card>
      <p id="progress-words" role="status">
        {isSending
          ? 'All gifts are made; the last messages are leaving.'
          : `${made} of ${plural(quantity, 'gift')} made.`}
      </p>
      <progress className={styles.meter} max={quantity} value={made} aria-labelledby="progress-words" />
      <p className="muted small">You can close this page.</p>
      <noscript>
        <p>
          <a href={here}>Check again</a>
        </p>
      </noscript>
    </Card>
  )
}

interface LinksProps extends Pick<DoneData, 'links' | 'asCodes'> {
  quantity: number
  purchaseId: string
}

function Links({ links, quantity, purchaseId, asCodes }: LinksProps) {
  const texts = links.map(({ url, code }) => (asCodes ? (code ?? url) : url))
  return (
    <Card
      title={asCodes ? 'Your codes' : 'Your links'}
      action={
        <span className="row">
          <CopyButton text={texts.join('\n')} label={`Copy all ${links.length} shown`}>
            Copy all
          </CopyButton>
          <LinkButton look="quiet" size="small" to={paths.purchaseLinks(purchaseId)} reloadDocument download>
            Download CSV
          </LinkButton>
        </span>
      }
    >
      <ol className={styles.links} aria-label={asCodes ? 'Codes' : 'Links'}>
        {texts.map((text, index) => (
          <li key={text}>
            <input readOnly value={text} aria-label={`${asCodes ? 'Code' : 'Link'} ${index + 1}`} />
            <CopyButton text={text} label={`Copy ${asCodes ? 'code' : 'link'} ${index + 1}`} />
          </li>
        ))}
      </ol>
      {quantity > links.length ? <Notice>These are the first {links.length}. The file has all of them.</Notice> : null}
    </Card>
  )
}
