import type { BudgetFeed, FeedDifference } from '#contract/budgets/budget-feeds.ts'
import type { CallProblem } from '#contract/core/invoke.ts'
import { amountRefusal, choice, readForm, text } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { parsePence } from '#web/ui/kit/amount.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'

/** What a feed is to follow, as a form or an address says it. */
export interface FeedChoice {
  groupId: string
  /** Separated by commas. */
  domains: string
  /** In pounds; empty for no limit. */
  limit: string
}

const domainsIn = (typed: string): string[] =>
  typed
    .split(/[\s,;]+/)
    .map((domain) => domain.trim())
    .filter(Boolean)

/** The fields of a choice, as it is looked at and as it is made. */
export const choiceFields = { groupId: text, domains: text, limit: text }

/** As the API takes it; an amount that is none is left for the API to refuse, and worded by `feedFailure`. */
export const feedBody = (linkedAccountId: string, { groupId, domains, limit }: FeedChoice) => ({
  linkedAccountId,
  groupId,
  emailDomains: domainsIn(domains),
  maxRunCost: limit ? (parsePence(limit) ?? 0) : null,
})

const toFeedChoice = (feed: BudgetFeed): FeedChoice => ({
  groupId: feed.groupId,
  domains: feed.emailDomains.join(', '),
  limit: feed.maxRunCost === null ? '' : (feed.maxRunCost / 100).toFixed(2),
})

/** @param typed the form, sent or in the address */
export const feedFailure = (error: CallProblem, typed: FormData | URLSearchParams): Failure => {
  const form = typed instanceof FormData ? typed : undefined
  const failure = toFormFailure(error, form, { emailDomains: 'domains', maxRunCost: 'limit' })
  if (failure.fields.limit && !parsePence(typed.get('limit'))) failure.fields.limit = amountRefusal(typed, 'limit')
  const wrongDomain = Object.keys(failure.fields).find((path) => path.startsWith('emailDomains.'))
  return wrongDomain ? { ...failure, fields: { ...failure.fields, domains: failure.fields[wrongDomain]! } } : failure
}

/** Whether it is looked at on the way through the budget's steps. */
export const readFrom = (url: URL) => readForm(url.searchParams, { from: choice('wizard') }).from

/** The connected system with its groups, what the budget follows, and what the address asks to look at. */
export async function loadFeed(session: Session, budgetId: string, url: URL) {
  const from = readFrom(url)
  const { api } = session
  const params = { id: budgetId }
  const [accounts, found] = await Promise.all([api.listLinkedAccounts({}), api.getBudgetFeed({ params })])
  const feed = session.unwrap(found).data
  const connected = session.unwrap(accounts).data.filter(({ lastSyncedAt }) => lastSyncedAt !== null)
  // Groups of another system would be offered in the place of the one that is followed.
  const account = connected.find(({ id }) => id === feed?.linkedAccountId) ?? connected[0] ?? null
  if (!account) return { from, account, feed, groups: [], choice: null, difference: null, failure: null }
  const groups = session.unwrap(await api.listEmployeeGroups({ params: { id: account.id } })).data
  const isAsked = url.searchParams.has('groupId')
  const ownDomain = session.user?.email.split('@')[1] ?? ''
  const chosen = isAsked
    ? readForm(url.searchParams, choiceFields)
    : feed
      ? toFeedChoice(feed)
      : { groupId: '', domains: ownDomain, limit: '' }
  const isLooking = isAsked || Boolean(feed?.heldReasons.length)
  const preview = isLooking ? await api.previewBudgetFeed({ params, body: feedBody(account.id, chosen) }) : null
  const difference: FeedDifference | null = preview?.ok ? preview.value.data : null
  const failure = preview && !preview.ok ? feedFailure(preview.problem, url.searchParams) : null
  return { from, account, feed, groups, choice: chosen, difference, failure }
}
