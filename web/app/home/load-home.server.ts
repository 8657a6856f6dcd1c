import { Temporal } from 'temporal-polyfill'
import type { Allowance } from '#contract/budgets/participants.ts'
import type { Product } from '#contract/catalogue/catalogue.ts'
import type { CallResult } from '#contract/core/invoke.ts'
import type { Reaction } from '#contract/hugggs/hugggs.ts'
import type { TransactionReportRow } from '#contract/reports/reports.ts'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { causesMoved, onlyRecipients } from '#web/app/activity/causes.server.ts'
import { categoryNames } from '#web/app/budgets/rules.server.ts'
import { ruleFacts } from '#web/app/budgets/rules.ts'
import { canPay, type GiftRules, narrowed } from '#web/app/catalogue/gift-rules.ts'
import { loadGiftRules } from '#web/app/catalogue/load-gift-rules.server.ts'
import { type ProductCard, toProductCard } from '#web/app/catalogue/product-grid.tsx'
import { menuTeam, teamsApart } from '#web/app/shell/teams-apart.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { type Activity, type ListedActivity, listActivity } from './activity.ts'
import { allowanceSpend, cameBack, type Spend } from './allowance-spend.ts'
import { allowancesOver } from './allowances-over.ts'
import { type Attention, inTeam, type ListedAttention, listAttention, undismissed } from './attention.ts'
import { awardsNotUsed } from './awards-not-used.server.ts'
import { budgetsToLookAt } from './budgets-to-look-at.server.ts'
import { FIRST_STEPS_KEY, type FirstStep, firstSteps } from './first-steps.ts'
import { needsTopUp } from './low-wallets.ts'
import { movementActivities } from './movements.ts'
import { ordersToApprove } from './orders-to-approve.server.ts'
import { overdueInvoices } from './overdue-invoices.server.ts'
import { refusedCodes } from './refused-codes.server.ts'
import { undeliveredElsewhere } from './undelivered-elsewhere.ts'
import { undeliveredGifts } from './undelivered-gifts.server.ts'
import { waitingGifts } from './waiting-gifts.ts'

export interface HomeData {
  attention: readonly ListedAttention[]
  /** The way to the first gift, for a team’s admin until all of it is done, or it is dismissed. */
  firstSteps: FirstStep[]
  /** Null where the reader may not see the team's money. */
  spend: Spend | null
  wallets: Wallet[]
  activity: readonly ListedActivity[]
  reactions: Reaction[]
  featured: ProductCard[]
  /** What is left of the allowance pays for no gift. */
  buysNothing: boolean
  /** Of a budget's participant acting in its team. */
  allowance: Allowance | null
  /** Those that the reader has in other teams. */
  otherAllowances: Allowance[]
  /** Out of the budget that made the team: they keep the gifts that they sent. */
  isFormer: boolean
  /** The team acted in, for who has gifts and money in others too; null for everyone else. */
  whose: string | null
  /** What it may be given for, in words that no script of home holds. */
  rules: ReturnType<typeof ruleFacts>
}

/** More wallets than this are for the wallets' own screen. */
const WALLETS_LOOKED_AT = 6
const ACTIVITIES = 7
/** Of all of them: many can be one line. */
const MOVEMENTS_LOOKED_AT = 40
const FEATURED = 4

/** What the first screen tells, from what this reader may see. A part that fails is left out: the rest is still true. */
export async function loadHome(session: Session, now: Date): Promise<HomeData> {
  const { api } = session
  const user = session.user!
  const seesMoney = session.can('view-team-transactions')
  const isParticipant = session.roleGroupId === 'automation-participant'
  const isFormer = isParticipant && !session.can('purchase-hugggs')
  const [wallets, report, reactions, rules, allowance, allowances, over] = await Promise.all([
    session.can(['wallet', 'view-teams']) ? passed(api.listUserWallets({ params: { id: user.id } })) : null,
    passed(
      api.reportUserTransactions({
        params: { userId: user.id },
        // Without the team's money it is told what of one's own was bought this month.
        query: { latest: ACTIVITIES, ...(!seesMoney && { since: new Date(currentMonth(now).start).toISOString() }) },
      }),
    ),
    session.can('view-huggg-status') ? passed(api.listReactions({ query: { limit: 4 } })) : null,
    isParticipant && !isFormer ? loadGiftRules(session) : null,
    isParticipant && !isFormer ? passed(api.getAllowance({})) : null,
    passed(api.listAllowances({ query: {} })),
    passed(api.listAllowances({ query: { over: 'true' } })),
  ])
  const whose = await teamAmongSeveral(session)
  const [featured, categories, undelivered, refused, notUsed, budgets, approvals, overdue] = await Promise.all([
    isFormer ? { gifts: [], buysNothing: false } : featuredGifts(session, rules, allowance?.data ?? null),
    allowance ? categoryNames(session, allowance.data.giftingRestrictionsCategories) : {},
    undeliveredGifts(session),
    refusedCodes(session),
    awardsNotUsed(session),
    budgetsToLookAt(session, wallets?.data ?? []),
    ordersToApprove(session),
    overdueInvoices(session, now),
  ])
  const looked = (wallets?.data ?? []).slice(0, WALLETS_LOOKED_AT)
  const rows = report?.data ?? []
  const [spend, movements] = seesMoney
    ? await Promise.all([spentThisMonth(session, wallets?.data ?? [], now), latestMovements(session, looked)])
    : await Promise.all([
        ownSpend(session, rows, {
          now,
          participantId: isParticipant
            ? (allowance?.data ?? over?.data.find(({ teamId }) => teamId === session.teamId))?.participantId
            : undefined,
        }),
        purchaseActivities(session, rows),
      ])
  const isNew = rows.length === 0 && movements.every(({ to }) => to === null)
  const steps = await loadFirstSteps(session, wallets?.data ?? [], rows.length > 0)
  const firstSteps = isNew || steps.some(({ isDone }) => !isDone) ? steps : []
  return {
    firstSteps,
    attention: listAttention(
      undismissed(
        [
          ...allowancesOver(over?.data ?? [], allowance?.data ?? null),
          ...undeliveredElsewhere([...(allowances?.data ?? []), ...(over?.data ?? [])], session.teamId),
          ...inTeam(whose, [
            ...approvals,
            ...undelivered.attention,
            ...refused,
            ...notUsed,
            ...overdue,
            ...budgets.attention,
            // The first steps say already that a new team's wallet is to be filled.
            ...(isNew && firstSteps.length ? [] : lowWallets(session, wallets?.data ?? [], budgets.walletsPaidByCard)),
            ...waitingGifts(rows, now, user.zone),
          ]),
        ],
        user.state?.dismissed ?? {},
        now,
      ),
    ),
    spend: spend && whose ? { ...spend, notes: [`In ${whose} alone.`, ...spend.notes] } : spend,
    wallets: looked,
    activity: listActivity(movements.slice(0, ACTIVITIES), undelivered.counts),
    reactions: reactions?.data ?? [],
    featured: featured.gifts.map(toProductCard),
    buysNothing: featured.buysNothing,
    allowance: allowance?.data ?? null,
    isFormer,
    whose,
    otherAllowances: (allowances?.data ?? []).filter(({ teamId }) => teamId !== session.teamId),
    rules: allowance && allowance.data.status !== 'ended' ? ruleFacts(allowance.data, categories) : [],
  }
}

async function teamAmongSeveral(session: Session): Promise<string | null> {
  const found = await passed(session.teams())
  const { current, others } = teamsApart(
    (found?.teams ?? []).map(({ team }) => menuTeam(team)),
    session.teamId,
  )
  return current && others.length ? current.name : null
}

/** Nothing for who cannot walk them: a participant, or a viewer. */
async function loadFirstSteps(session: Session, wallets: readonly Wallet[], hasSent: boolean): Promise<FirstStep[]> {
  if (session.user?.state?.dismissed[FIRST_STEPS_KEY]) return []
  if (!session.can('team-admin') || !session.can('purchase-hugggs') || !session.teamId) return []
  const [found, people] = await Promise.all([
    passed(session.teams()),
    passed(session.api.getTeamUsers({ params: { id: session.teamId }, query: { page: 1, per_page: 2 } })),
  ])
  const own = found?.teams.find(({ team }) => team.id === session.teamId)
  return own ? firstSteps(own.team, wallets, people?.total ?? 1, hasSent) : []
}

/** To a participant, only what they can pay with its fee from what is left. */
async function featuredGifts(
  session: Session,
  rules: GiftRules | null,
  allowance: Allowance | null,
): Promise<{ gifts: Product[]; buysNothing: boolean }> {
  const limit = allowance ? 3 * FEATURED : FEATURED
  const filter = narrowed({ territory: 'GB', ...(allowance && { maxPrice: allowance.available }) }, rules)
  const found = await passed(session.api.findProducts({ body: { filter, limit } }))
  const all = found?.data ?? []
  const gifts = all.filter((product) => !allowance || canPay(product, allowance.available)).slice(0, FEATURED)
  const isAll = found !== null && all.length < limit
  return { gifts, buysNothing: allowance !== null && allowance.available > 0 && isAll && gifts.length === 0 }
}

async function passed<T>(call: Promise<CallResult<T>>): Promise<T | null> {
  const result = await call
  return result.ok ? result.value : null
}

/** A wallet that a card fills at each run of a budget is meant to be empty between them. */
function lowWallets(session: Session, wallets: readonly Wallet[], paidByCard: ReadonlySet<string>): Attention[] {
  if (!session.can('top-up-wallet')) return []
  return wallets
    .filter((wallet) => needsTopUp(wallet) && !paidByCard.has(wallet.id))
    .map(({ id, name, available, currency, lowBalanceAlert }) => ({
      key: `wallet ${id}`,
      level: available > 0 ? 1 : 2,
      returnsAfterDays: 14,
      tone: 'warning' as const,
      title: available > 0 ? `${name} is running low` : `${name} is empty`,
      text:
        available > 0
          ? `${formatMoney(available, currency)} left to spend${lowBalanceAlert === null ? '' : `, below the ${formatMoney(lowBalanceAlert, currency)} of its alert`}.`
          : 'Nothing can be sent from it until it is topped up.',
      action: { to: paths.walletTab(id, 'card', null, { from: paths.home }), label: 'Top up' },
    }))
}

/** The month that `now` is in, in London, where the books are kept. */
function currentMonth(now: Date): { start: number; firstDay: string; name: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(BUSINESS_ZONE)
  return {
    start: local.with({ day: 1 }).startOfDay().epochMilliseconds,
    firstDay: local.with({ day: 1 }).toPlainDate().toString(),
    name: local.toLocaleString('en-GB', { month: 'long' }),
  }
}

/** What the team bought since the month began; what came back stands beside it. */
async function spentThisMonth(session: Session, wallets: readonly Wallet[], now: Date): Promise<HomeData['spend']> {
  if (!session.teamId) return null
  const currency = wallets[0]?.currency === 'EUX' ? 'EUX' : 'GBX'
  const answer = await passed(session.api.getTeamSpending({ params: { id: session.teamId }, query: { currency } }))
  if (!answer) return null
  const { bought, backInMonth, earlierBackInMonth } = answer.data
  const { name } = currentMonth(now)
  const notes = [
    ...(backInMonth ? [`${formatMoney(backInMonth, currency)} of it has come back.`] : []),
    ...(earlierBackInMonth
      ? [`${formatMoney(earlierBackInMonth, currency)} came back in ${name} for what was bought before.`]
      : []),
  ]
  return { label: `Spent in ${name}`, pence: bought, currency, notes, hasReport: true }
}

interface OwnSpend {
  now: Date
  /** Of a budget: its statement says what was spent, and what came back to them. */
  participantId: string | undefined
}

async function ownSpend(
  session: Session,
  rows: readonly TransactionReportRow[],
  { now, participantId }: OwnSpend,
): Promise<HomeData['spend']> {
  const { start, name, firstDay } = currentMonth(now)
  if (participantId) {
    const statement = await passed(
      session.api.getAllowanceStatement({ params: { participantId }, query: { from: firstDay } }),
    )
    return statement && allowanceSpend(statement.data, name)
  }
  const currency = rows[0]?.currency ?? 'GBX'
  const ofMonth = rows.filter((row) => row.currency === currency && Date.parse(boughtAt(row)) >= start)
  const sum = (key: 'sale_total' | 'refundedValue') => ofMonth.reduce((total, row) => total + row[key], 0)
  const back = sum('refundedValue')
  const notes = back ? [`${formatMoney(back, currency)} of it has come back.`] : []
  return { label: `You spent in ${name}`, pence: sum('sale_total'), currency, notes, hasReport: false }
}

/** The report tells wall-clock times of London. */
const boughtAt = ({ purchased_at_date, purchased_at_time }: TransactionReportRow): string =>
  Temporal.PlainDateTime.from(`${purchased_at_date}T${purchased_at_time}`)
    .toZonedDateTime(BUSINESS_ZONE)
    .toInstant()
    .toString()

async function latestMovements(session: Session, wallets: readonly Wallet[]): Promise<Activity[]> {
  if (wallets.length === 0) return []
  const query = { walletId: wallets.map(({ id }) => id), limit: MOVEMENTS_LOOKED_AT }
  const found = await passed(session.api.listMovements({ query }))
  if (!found) return []
  const byId = new Map(wallets.map((wallet) => [wallet.id, wallet]))
  return movementActivities(
    found.data.movements.map((line) => ({ wallet: byId.get(line.walletId)!, line })),
    causesMoved(found.data),
  )
}

async function purchaseActivities(session: Session, rows: readonly TransactionReportRow[]): Promise<Activity[]> {
  const latest = rows.slice(0, ACTIVITIES)
  const only = await onlyRecipients(
    session,
    latest.flatMap(({ id, sale_quantity }) => (sale_quantity === 1 ? [id] : [])),
  )
  return latest.map((row) => ({
    key: row.id,
    at: boughtAt(row),
    to: paths.purchase(row.id),
    title: row.title ?? row.product?.label ?? 'Gifts bought',
    detail: `${plural(row.sale_quantity, 'gift')}${only.has(row.id) ? ` for ${only.get(row.id)}` : ''}${cameBack(row)}`,
    pence: -row.sale_total,
    currency: row.currency,
  }))
}
