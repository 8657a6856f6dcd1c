import { Form, Link } from 'react-router'
import type { ClaimState, SuperHuggg, SuperHugggClaim } from '#contract/superhugggs/super-hugggs.ts'
import { useCan, useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatDay, formatMoment, plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { CopyButton } from '#web/ui/kit/copy-button.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { Refusal } from '#web/ui/kit/refusal.tsx'
import { StatusBadge, type Tone } from '#web/ui/kit/status-badge.tsx'
import { usePolling } from '#web/ui/use-polling.ts'
import { hasEnded, leftToClaim } from './labels.ts'
import type { Shareable } from './load-shareable.server.ts'
import styles from './shareable.module.css'
import { EndQuestion, RaiseCard, RaiseQuestion } from './shareable-questions.tsx'

const states: Record<ClaimState, { word: string; tone: Tone }> = {
  open: { word: 'Open', tone: 'success' },
  paused: { word: 'Paused', tone: 'warning' },
  preparing: { word: 'Being made', tone: 'warning' },
  claimed: { word: 'All claimed', tone: 'accent' },
  ended: { word: 'Ended', tone: 'plain' },
  expired: { word: 'Expired', tone: 'plain' },
}
const POLL_MS = 2000

/** One link for many, as its sender has it in hand. */
export function ShareableScreen(props: Shareable & { failure: Failure | null }) {
  const { shared, claims, page, lastPage, failure } = props
  const can = useCan()
  const here = paths.shareable(shared.id)
  const isOver = hasEnded(shared)
  usePolling(shared.state === 'open' || shared.state === 'preparing', POLL_MS)
  return (
    <>
      <PageHeader
        title={shared.title ?? shared.product.label}
        lead="One link, many gifts: everyone who opens it claims their own."
        back={{ to: paths.purchase(shared.transaction_ids[0]!), label: 'The purchase' }}
        actions={
          <>
            {can('use-superhuggg') && !isOver ? <PauseForm isPaused={shared.paused_at !== null} /> : null}
            {can('cancel-hugggs') && !shared.ended_at && shared.refundable > 0 ? (
              <LinkButton look="danger" to={`${here}?confirm=end`} preventScrollReset>
                End early
              </LinkButton>
            ) : null}
          </>
        }
      />
      {failure ? (
        <Refusal answer={failure} title={failure.message}>
          {failure.help ?? 'Nothing has been changed.'}
        </Refusal>
      ) : null}
      <PutOff shared={shared} />
      <div className="columns">
        <div className="stack">
          <Counter shared={shared} />
          <Claims claims={claims} />
          <Pagination page={page} lastPage={lastPage} label="claims" />
        </div>
        <div className="stack">
          <ShareCard shared={shared} />
          <Terms shared={shared} />
          {can('use-superhuggg') && !isOver ? <RaiseCard {...props} /> : null}
        </div>
      </div>
      <EndQuestion {...props} />
      <RaiseQuestion {...props} />
    </>
  )
}

const PauseForm = ({ isPaused }: { isPaused: boolean }) => (
  <Form method="post">
    <input type="hidden" name="intent" value={isPaused ? 'resume' : 'pause'} />
    <SubmitButton look="quiet">{isPaused ? 'Resume' : 'Pause'}</SubmitButton>
  </Form>
)

/** Someone, not always a friend, asks for so many codes that others are put off for some minutes. */
function PutOff({ shared: { codes, state } }: { shared: SuperHuggg }) {
  const can = useCan()
  const zone = useZone()
  const { open, most, refused_at: refusedAt } = codes
  const isBusy = open >= most
  if (state !== 'open' || (!isBusy && refusedAt === null)) return null
  return (
    <Notice tone="warning" title={isBusy ? 'People who ask for a code have to wait' : 'People had to wait'}>
      <div className="stack">
        <p>
          {isBusy
            ? `${plural(open, 'code is', 'codes are')} waiting to be entered, far more than people who claim. Each counts for ten minutes, so wait a little. `
            : `So many codes were asked for that others had to wait, last on ${formatMoment(refusedAt!, zone)}. They can ask again. `}
          If strangers have the link, pause the gift or end it.
        </p>
        {can('use-superhuggg') ? (
          <Form method="post">
            <input type="hidden" name="intent" value="clear-codes" />
            <SubmitButton look="quiet">{isBusy ? 'Let people ask again now' : 'Dismiss'}</SubmitButton>
          </Form>
        ) : null}
      </div>
    </Notice>
  )
}

function Counter({ shared: { claimed, limit, unclaimed, state } }: { shared: SuperHuggg }) {
  const { word, tone } = states[state]
  return (
    <Card title="Claimed so far" action={<StatusBadge status={word} tone={tone} />}>
      <p role="status" className={styles.count}>
        <strong>{formatCount(claimed)}</strong> of {formatCount(limit)}
      </p>
      <progress className={styles.bar} max={limit} value={claimed} aria-label="Claimed so far" />
      <p className="muted small">{leftToClaim({ claimed, limit, unclaimed, state })}</p>
    </Card>
  )
}

function Claims({ claims }: { claims: SuperHugggClaim[] | null }) {
  const zone = useZone()
  return (
    <Card title="Who has claimed" flush>
      <DataTable
        caption="Claims"
        rows={claims ?? []}
        rowKey={(claim) => claim.huggg_id}
        columns={[
          {
            key: 'who',
            header: 'Who',
            cell: ({ huggg_id, receiver, shortcode }) => (
              <Link to={paths.sentGift(huggg_id)}>
                {receiver.email ?? receiver.phone_number ?? (shortcode ? `Link ${shortcode}` : 'The gift')}
              </Link>
            ),
          },
          {
            key: 'when',
            header: 'When',
            cell: ({ claimed_at }) => <time dateTime={claimed_at}>{formatMoment(claimed_at, zone)}</time>,
          },
        ]}
        empty={
          <p className="panel muted">
            {claims ? 'No one yet. This page updates automatically.' : 'Your role does not show single gifts.'}
          </p>
        }
      />
    </Card>
  )
}

function ShareCard({ shared: { id, launch_url, state } }: { shared: SuperHuggg }) {
  if (launch_url === null)
    return (
      <Card title="Share it">
        <p className="muted">Its link is shown only to people in the team who may send gifts.</p>
      </Card>
    )
  // Nothing to hand on: who follows it only reads that it has ended.
  if (hasEnded({ state }))
    return (
      <Card title="Its link">
        <p>
          <a href={launch_url}>{launch_url.replace(/^https?:\/\//, '')}</a>
        </p>
        <p className="muted">No one can claim at this link now.</p>
      </Card>
    )
  return (
    <Card title="Share it">
      <div className={styles.link}>
        <a href={launch_url}>{launch_url.replace(/^https?:\/\//, '')}</a>
        <CopyButton text={launch_url} label="Copy the link" />
      </div>
      <img
        className={styles.code}
        src={paths.shareableFile(id, 'qr.svg')}
        alt="QR code of the link"
        width={200}
        height={200}
      />
      <div className="row">
        <LinkButton to={paths.shareableFile(id, 'poster.pdf')} reloadDocument download>
          Poster (A4 PDF)
        </LinkButton>
        <LinkButton look="quiet" to={paths.shareableFile(id, 'qr.svg')} reloadDocument download>
          QR code as SVG
        </LinkButton>
        <LinkButton look="quiet" to={paths.shareableFile(id, 'qr.png')} reloadDocument download>
          QR code as PNG
        </LinkButton>
      </div>
    </Card>
  )
}

function Terms({ shared }: { shared: SuperHuggg }) {
  const zone = useZone()
  const { claim_restrictions: allowed, claim_method, expiry_date, per_person, product } = shared
  const isEmail = claim_method === 'email'
  const [first, ...raises] = shared.transaction_ids
  return (
    <Card title="Details">
      <Facts
        facts={[
          { name: 'Gift', value: `${product.label}, ${product.brand_name}` },
          { name: 'Claimed with', value: isEmail ? 'A code sent by email' : 'A code sent by text message' },
          { name: 'Each person', value: plural(per_person, 'gift') },
          { name: 'Only for', value: (isEmail ? allowed.emailEndings : allowed.numberPrefixes)?.join(', ') },
          { name: 'Last day', value: expiry_date ? formatDay(expiry_date, zone) : null },
          { name: 'Bought', value: first ? <Link to={paths.purchase(first)}>The first purchase</Link> : null },
          ...raises.map((id, index) => ({
            name: `More, ${index + 1}`,
            value: <Link to={paths.purchase(id)}>The purchase</Link>,
          })),
        ]}
      />
    </Card>
  )
}
