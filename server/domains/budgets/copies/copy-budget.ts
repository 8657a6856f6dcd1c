import { newId } from '#kit/ids.ts'
import { cardInScope } from '#server/domains/payments/index.ts'
import { defaultWallet, walletInScope } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { BudgetRecord } from '../budget/budget.ts'
import { budgetInScope, listCurrentParticipants } from '../budget/queries.ts'
import { insertParticipants } from '../participants/add-participants.ts'
import { copiedDates } from './copy-dates.ts'

const MAX_NAME_LETTERS = 200
const SUFFIX = ' copy'

/**
 * Makes a draft like another budget, in the same team: its amounts, rules and rhythm, from its next date on. Its wallet, or
 * the team's default where that is closed; its card only where it is the caller's own and can be charged. It never starts
 * automatically.
 * @throws not_found (404); plan_limit_reached (403) for its people
 */
export async function copyBudget(
  work: Work,
  caller: Principal,
  budgetId: string,
  { withParticipants }: { withParticipants: boolean },
): Promise<string> {
  const { tx, at } = work
  const first = await budgetInScope(tx, caller, budgetId)
  const wallet = await openWallet(work, caller, first)
  const card = await chargeableCard(work, caller, first)
  const copy: BudgetRecord = await tx
    .insertInto('automated_budget')
    .values({
      ...settings(first),
      ...copiedDates(first, at),
      id: newId(),
      team_id: first.team_id,
      user_id: member(caller).userId,
      name: `${first.name.slice(0, MAX_NAME_LETTERS - SUFFIX.length)}${SUFFIX}`,
      wallet_id: wallet,
      billing_type: card ? 'card' : 'manual',
      card_id: card,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await work.audit(
    'automated-budget.created',
    { kind: 'automatedBudget', id: copy.id },
    { teamId: copy.team_id, detail: { copyOf: first.id } },
  )
  if (withParticipants) await copyParticipants(work, first, copy)
  return copy.id
}

const settings = (first: BudgetRecord) => ({
  is_variable: first.is_variable,
  budget_amount: first.budget_amount,
  currency: first.currency,
  frequency: first.frequency,
  number_of_runs: first.number_of_runs,
  unspent_action: first.unspent_action,
  reason_codes: first.reason_codes,
  delivery_methods: first.delivery_methods,
  delivery_email_domains: first.delivery_email_domains,
  maximum_huggg_expiry_days: first.maximum_huggg_expiry_days,
  categories_allow: first.categories_allow,
  categories_disallow: first.categories_disallow,
  price_min: first.price_min,
  price_max: first.price_max,
})

async function openWallet({ tx }: Work, caller: Principal, { wallet_id, team_id, currency }: BudgetRecord) {
  const { id, closedAt } = await walletInScope(tx, caller, wallet_id)
  return closedAt === null ? id : (await defaultWallet(tx, team_id, currency)).id
}

/** A card pays for whom it belongs to: one that is another admin's, expired or deleted is not taken over. */
async function chargeableCard({ tx, at }: Work, caller: Principal, { card_id, team_id }: BudgetRecord) {
  if (!card_id) return null
  try {
    const card = await cardInScope(tx, caller, card_id)
    return card.team_id === team_id && card.status === 'active' && card.expires_at > at ? card.id : null
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

async function copyParticipants(work: Work, first: BudgetRecord, copy: BudgetRecord): Promise<void> {
  const people = await listCurrentParticipants(work.tx, first.id)
  if (people.length === 0) return
  await insertParticipants(
    work,
    copy,
    people.map(({ email, name, budget_amount }) => ({ email, name, budgetAmount: budget_amount })),
  )
}
