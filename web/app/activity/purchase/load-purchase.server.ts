import { data } from 'react-router'
import type { Huggg } from '#contract/hugggs/hugggs.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { undelivered } from '../labels.ts'
import { nameCards } from '../name-cards.server.ts'
import { UNDELIVERED_SHOWN } from './undelivered.tsx'

const PER_PAGE = 50

/** A purchase, how its gifts fare, and one page of them. */
export async function loadPurchase(session: Session, given: string | undefined, url: URL) {
  const id = readId(given)
  const page = Math.max(1, Number.parseInt(url.searchParams.get('page') ?? '1', 10) || 1)
  const [found, gifts, summary, team, failed, held] = await Promise.all([
    session.api.getTransaction({ params: { id }, query: { embed: ['purchase', 'message', 'wallet'] } }),
    session.can('view-huggg-status')
      ? session.api.listTransactionHugggs({ params: { id }, query: { page, per_page: PER_PAGE, embed: ['receiver'] } })
      : null,
    session.api.searchTransactions({ body: { query: { filters: { transactionIds: [id] }, size: 1 } } }),
    session.teamId ? session.api.getTeam({ params: { id: session.teamId } }) : null,
    session.can('view-huggg-status') ? session.api.searchHugggs({ body: { query: undeliveredQuery(id) } }) : null,
    session.can('view-huggg-status') ? session.api.listHeldGifts({ params: { id } }) : null,
  ])
  const transaction = session.unwrap(found).data
  // A wallet's top-up has no gifts: its place is the wallet's statement.
  if (transaction.topup_type) throw data(null, { status: 404 })
  const list = gifts?.ok ? gifts.value : null
  const hit = summary.ok ? summary.value.data.hits[0] : undefined
  return {
    transaction,
    productName: productName(transaction.embedded?.purchase),
    sender: hit ? `${hit.sender.first_name} ${hit.sender.surname}`.trim() : '',
    counts: hit?.hugggStatuses ?? [],
    gifts:
      transaction.delivery_method === 'printable' ? await nameCards(session, list?.data ?? []) : (list?.data ?? []),
    undelivered: failed?.ok ? failed.value.data : { total: 0, hits: [] },
    held: held?.ok ? held.value.data : [],
    page,
    lastPage: list?.last_page ?? 1,
    unassigned: (list?.data ?? []).filter(isUnassigned).length,
    reasonCodes: team?.ok ? team.value.data.effective.reasonCodes : [],
    attempt: crypto.randomUUID(),
    confirm: url.searchParams.get('confirm'),
  }
}

const undeliveredQuery = (id: string) => ({
  filters: { ...undelivered, transactionIds: [id] },
  sort: [{ field: 'receiverEmail' as const }],
  size: UNDELIVERED_SHOWN,
})

const isUnassigned = ({ receiver_id, status_id }: Huggg): boolean =>
  receiver_id === null && (status_id === 1 || status_id === 8)

const productName = (product: object | undefined): string =>
  product && 'name' in product && typeof product.name === 'string' ? product.name : ''
