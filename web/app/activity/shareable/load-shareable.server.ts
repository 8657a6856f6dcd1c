import type { Quote } from '#contract/orders/orders.ts'
import type { Payment } from '#contract/orders/purchase.ts'
import type { SuperHuggg } from '#contract/superhugggs/super-hugggs.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'

const PER_PAGE = 50

/** A shareable gift, one page of who has claimed, and what was asked about it in the address. */
export async function loadShareable(session: Session, given: string | undefined, url: URL) {
  const id = readId(given)
  const page = Math.max(1, Number.parseInt(url.searchParams.get('page') ?? '1', 10) || 1)
  const [found, listed, payers] = await Promise.all([
    session.api.getSuperHuggg({ params: { id } }),
    session.can('view-huggg-status')
      ? session.api.listSuperHugggClaims({ params: { id }, query: { page, per_page: PER_PAGE } })
      : null,
    session.can('use-superhuggg') ? listPayers(session) : null,
  ])
  const shared = session.unwrap(found).data
  const claims = listed?.ok ? listed.value : null
  return {
    shared,
    claims: claims?.data ?? null,
    page,
    lastPage: claims?.last_page ?? 1,
    payers: payers ?? [],
    asksToEnd: url.searchParams.get('confirm') === 'end',
    wish: await readWish(session, shared, url.searchParams),
    attempt: crypto.randomUUID(),
  }
}

export type Shareable = Awaited<ReturnType<typeof loadShareable>>

/** The ways to pay for more: wallets with money in them, and the invoice. */
async function listPayers(session: Session): Promise<{ value: string; label: string }[]> {
  const paysFromWallet = session.can('create-wallet-commitment') && session.can(['wallet', 'view-teams'])
  const wallets =
    paysFromWallet && session.teamId ? await session.api.listTeamWallets({ params: { id: session.teamId } }) : null
  return [
    ...(wallets?.ok ? wallets.value.data : []).map(({ id, name }) => ({
      value: `wallet:${id}`,
      label: name,
    })),
    ...(session.can('manage-billing') ? [{ value: 'invoice', label: 'By invoice' }] : []),
  ]
}

export function parsePayer(payer: string): Payment {
  const [method, id] = payer.split(':')
  return method === 'wallet' ? { method: 'walletCommitment', reference: readId(id) } : { method: 'invoice' }
}

/** More gifts as they were asked for, at today's price. */
export interface Wish {
  limit: number
  payer: string
  attempt: string
  quote: Quote | null
  /** What stands against it. */
  problem: string | null
}

async function readWish(session: Session, shared: SuperHuggg, asked: URLSearchParams): Promise<Wish | null> {
  const wanted = asked.get('limit')
  if (wanted === null) return null
  const limit = Number(wanted)
  const wish = { limit, payer: asked.get('payer') ?? '', attempt: asked.get('attempt') ?? '', quote: null }
  if (!Number.isInteger(limit) || limit <= shared.limit || limit > 10_000)
    return { ...wish, problem: `Give a whole number above ${shared.limit}, at most 10,000.` }
  return { ...wish, ...(await shareableQuote(session, shared, { limit, payer: wish.payer })) }
}

/** What raising the limit costs today. */
export async function shareableQuote(
  session: Session,
  shared: SuperHuggg,
  { limit, payer }: { limit: number; payer: string },
): Promise<{ quote: Quote | null; problem: string | null }> {
  const { quote, problems } = session.unwrap(
    await session.api.quotePurchase({
      body: {
        purchase: {
          type: 'superhuggg',
          reference: shared.product.id,
          limit: limit - shared.limit,
          perPerson: shared.per_person,
          claimMethod: shared.claim_method,
        },
        payment: parsePayer(payer),
      },
    }),
  ).data
  // What is invalid of this short wish is not of the purchase, which is alike in all to the first.
  const reasons = [...new Set(problems.filter(({ code }) => code !== 'invalid').map(({ message }) => message))]
  if (!quote) return { quote, problem: 'This gift is no longer sold.' }
  return { quote, problem: reasons.length ? `${reasons.join('; ')}.` : null }
}
