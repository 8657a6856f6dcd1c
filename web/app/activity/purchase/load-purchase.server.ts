import { data } from 'react-router'
import type { HugggHit } from '#contract/search/search.ts'
import type { Team } from '#contract/teams/teams.ts'
import { invoiceDueDay } from '#web/app/invoices/due-day.server.ts'
import { loadUsedTags } from '#web/app/send/team-rules.server.ts'
import { businessNow } from '#web/business-time.ts'
import type { WebContext } from '#web/context.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { undelivered } from '../labels.ts'
import { PER_PAGE, readPurchaseGifts } from './purchase-gifts.server.ts'
import { UNDELIVERED_SHOWN } from './undelivered.tsx'

/** A purchase, how its gifts fare, and one page of them. */
export async function loadPurchase(
  session: Session,
  web: WebContext,
  { given, url }: { given: string | undefined; url: URL },
) {
  const id = readId(given)
  const { query, search } = readPurchaseGifts(url, id)
  const { page } = query
  const confirm = url.searchParams.get('confirm')
  const now = confirm === 'remind' ? await businessNow(web) : null
  const [found, gifts, summary, team, failed, held, usedTags, mailed] = await Promise.all([
    session.api.getTransaction({ params: { id }, query: { embed: ['purchase', 'message', 'wallet'] } }),
    session.can('view-huggg-status')
      ? session.api.searchHugggs({ body: { query: { ...search, from: (page - 1) * PER_PAGE, size: PER_PAGE } } })
      : null,
    session.api.searchTransactions({ body: { query: { filters: { transactionIds: [id] }, size: 1 } } }),
    session.teamId ? session.api.getTeam({ params: { id: session.teamId } }) : null,
    session.can('view-huggg-status') ? session.api.searchHugggs({ body: { query: undeliveredQuery(id) } }) : null,
    session.can('view-huggg-status') ? session.api.listHeldGifts({ params: { id } }) : null,
    session.can('update-transaction-details') ? loadUsedTags(session) : [],
    now && session.can('view-huggg-status')
      ? session.api.searchHugggs({ body: { query: { filters: mailedLately(id, now), size: 1 } } })
      : null,
  ])
  const transaction = session.unwrap(found).data
  // A wallet's top-up has no gifts: its place is the wallet's statement.
  if (transaction.topup_type) throw data(null, { status: 404 })
  const list = gifts?.ok ? gifts.value.data : { hits: [], total: 0 }
  const hit = summary.ok ? summary.value.data.hits[0] : undefined
  return {
    transaction,
    productName: productName(transaction.embedded?.purchase),
    payBy: transaction.payment_method === 'invoice' ? invoiceDueDay(new Date(transaction.created_at)) : null,
    sender: hit ? `${hit.sender.first_name} ${hit.sender.surname}`.trim() : '',
    counts: hit?.hugggStatuses ?? [],
    states: hit?.states ?? [],
    returnsTo: hit?.returnsTo ?? 'wallet',
    gifts: list.hits,
    /** As many as the filters find. */
    found: list.total,
    query,
    undelivered: failed?.ok ? failed.value.data : { total: 0, hits: [] },
    held: held?.ok ? held.value.data : [],
    page,
    lastPage: Math.max(1, Math.ceil(list.total / PER_PAGE)),
    unassigned: list.hits.filter(isUnassigned).length,
    mayTakeLinks:
      list.hits.length > 0 && mayTakeLinks(session, transaction.delivery_method, team?.ok ? team.value.data : null),
    reasonCodes: team?.ok ? team.value.data.effective.reasonCodes : [],
    usedTags,
    attempt: crypto.randomUUID(),
    confirm,
    mailedLately: mailed?.ok ? mailed.value.data.total : 0,
  }
}

const undeliveredQuery = (id: string) => ({
  filters: { ...undelivered, transactionIds: [id] },
  sort: [{ field: 'receiverEmail' as const }],
  size: UNDELIVERED_SHOWN,
})

/** Unopened gifts whose email left a short while ago: no one is reminded of them yet. */
const mailedLately = (id: string, now: Date) => ({
  transactionIds: [id],
  statusNames: ['Sent' as const],
  sentDate: { from: new Date(now.getTime() - 24 * 3_600_000).toISOString() },
})

const isUnassigned = ({ receiver, status }: HugggHit): boolean =>
  receiver === null && (status === 'Created' || status === 'Scheduled')

/** As the API shows links: to people who may send, where the team gives gifts as links. */
function mayTakeLinks(session: Session, method: string | null, team: Team | null): boolean {
  const allowed = team?.effective.preferences.deliveryMethods
  const way = method === null || method === 'email' || method === 'sms' ? 'links' : method
  return (
    session.can(['purchase-hugggs', 'send-email', 'send-sms']) && (!allowed || allowed.some((each) => each === way))
  )
}

const productName = (product: object | undefined): string =>
  product && 'name' in product && typeof product.name === 'string' ? product.name : ''
