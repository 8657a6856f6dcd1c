import { APPROVAL_DAYS } from '#contract/celebrations/celebrations.ts'
import { newId } from '#kit/ids.ts'
import { toDate, toInstant } from '#kit/time.ts'
import { colleagues, linkedAccountInScope } from '#server/domains/integrations/index.ts'
import { endApproval } from '#server/domains/purchases/approvals/index.ts'
import { createTransaction } from '#server/domains/purchases/buy/index.ts'
import { callerLater } from '#server/domains/teams/sign-in/index.ts'
import { listAdmins } from '#server/domains/teams/team/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import {
  currentDay,
  isCelebratedOn,
  isUnusuallyMany,
  nextLook,
  parseDay,
  planCelebrations,
  retryAt,
} from './celebration.ts'
import { notifyFailedGifts, notifyWaitingGifts } from './notifications.ts'
import { dueCelebrations, dueRules, type RuleRecord, recordedBy } from './queries.ts'
import { ruleGift } from './save-rule.ts'

const cause = { actor: { kind: 'system', id: 'celebrations' } } as const
/** A run that dies is carried on by another after so long. */
const LEASE_MINUTES = 5
const STALE_AFTER_MS = 3 * 24 * 3_600_000

/** Runs every rule that is due. One that fails holds up no other, and stays due. */
export async function runDueRules(posy: Posy, now: Date): Promise<void> {
  for (const ruleId of await dueRules(posy.db, now))
    await runRule(posy, ruleId).catch((error: unknown) =>
      posy.log.error({ ruleId, err: error }, 'a celebration rule could not be run'),
    )
}

/**
 * Writes down whom a rule celebrates, and buys the gifts that are due, each in a transaction of its own: killed anywhere
 * and run again, by however many workers, each is bought once.
 */
async function runRule(posy: Posy, ruleId: string): Promise<void> {
  const rule = await transact(posy, cause, (work) => lookAt(work, ruleId))
  if (!rule) return
  const today = currentDay(posy.clock.now(), rule.zone).toString()
  for (const { id } of await dueCelebrations(posy.db, ruleId, today)) await give(posy, id)
  await transact(posy, cause, (work) => finish(work, ruleId))
}

/** @returns null where another worker is at it, or nothing is due */
async function lookAt(work: Work, ruleId: string): Promise<RuleRecord | null> {
  const { tx, at } = work
  const rule = await tx
    .selectFrom('celebration_rule')
    .selectAll()
    .where('id', '=', ruleId)
    .where('due_at', '<=', at)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!rule) return null
  const now = toInstant(at)
  await writeDown(work, rule)
  await tx
    .updateTable('celebration_rule')
    .set({ due_at: toDate(now.add({ minutes: LEASE_MINUTES })) })
    .where('id', '=', ruleId)
    .execute()
  return rule
}

/** What a rule's days have come to, from the people as they were last read. */
async function writeDown(work: Work, rule: RuleRecord): Promise<void> {
  const { tx, at } = work
  const today = currentDay(toInstant(at), rule.zone)
  const people = await celebratable(tx, rule)
  const recorded = await recordedBy(tx, rule.id, today.year - 1)
  const until = rule.needs_approval ? today.add({ days: APPROVAL_DAYS }) : today
  const { planned, calledOff, withdrawn, missed } = planCelebrations(
    { occasion: rule.occasion, handledThrough: parseDay(rule.handled_through), today, until },
    people,
    recorded,
  )
  for (const orderId of calledOff) await endApproval(work, orderId, 'withdrawn')
  if (withdrawn.length) await tx.deleteFrom('celebration').where('id', 'in', withdrawn).execute()
  if (missed.length)
    await tx.updateTable('celebration').set({ status: 'missed', updated_at: at }).where('id', 'in', missed).execute()
  const waits = rule.needs_approval || isUnusuallyMany(planned.length, people.length)
  if (planned.length) {
    const status = waits ? 'awaiting-approval' : 'due'
    await tx
      .insertInto('celebration')
      .values(
        planned.map(({ person, day }) => ({
          ...{ id: newId(), rule_id: rule.id, team_id: rule.team_id, employee_id: person.id },
          ...{ day: day.toString(), year: day.year, status: status as typeof status },
          ...{ created_at: at, updated_at: at },
        })),
      )
      .execute()
    if (waits) await notifyWaitingGifts(work, rule, planned.length)
  }
  await tx
    .updateTable('celebration_rule')
    .set({ handled_through: today.toString() })
    .where('id', '=', rule.id)
    .execute()
}

const celebratable = async (tx: Tx, { linked_account_id, group_id }: RuleRecord, id?: string) =>
  (await colleagues(tx, { linkedAccountId: linked_account_id, groupId: group_id, ...(id && { id }) })).flatMap(
    ({ workEmail, ...person }) => (workEmail === null ? [] : [{ ...person, workEmail }]),
  )

/** Buys one gift, unless it has been bought or decided against meanwhile, or its person has left. */
async function give(posy: Posy, id: string): Promise<void> {
  try {
    await transact(posy, cause, (work) => buyGift(work, id))
  } catch (error) {
    if (!(error instanceof Problem)) posy.log.error({ celebration: id, err: error }, 'a gift could not be bought')
    const problem = error instanceof Problem ? error.code : 'internal_error'
    await posy.db
      .updateTable('celebration')
      .set({ problem, updated_at: toDate(posy.clock.now()) })
      .where('id', '=', id)
      .where('status', '=', 'due')
      .execute()
  }
}

async function buyGift(work: Work, id: string): Promise<void> {
  const { tx, at } = work
  const celebration = await tx
    .selectFrom('celebration')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'due')
    .where('order_id', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!celebration) return
  const rule = await tx
    .selectFrom('celebration_rule')
    .selectAll()
    .where('id', '=', celebration.rule_id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!rule) return
  await requireFresh(work, rule)
  const [person] = await celebratable(tx, rule, celebration.employee_id)
  if (!person || !isCelebratedOn(rule.occasion, person, celebration.day)) {
    await tx.deleteFrom('celebration').where('id', '=', id).execute()
    return
  }
  const owner = await loadRuleOwner(work, rule)
  const bought = await createTransaction(work, owner, {
    purchase: {
      ...ruleGift({
        name: rule.name,
        productId: rule.product_id,
        fromName: rule.from_name,
        message: rule.message,
        reasonCode: rule.reason_code,
        over18: rule.over18_confirmed ?? true,
      }),
      receivers: [{ email: person.workEmail, name: person.name || undefined }],
    },
    payment: { method: 'walletCommitment', reference: rule.wallet_id },
  })
  await tx
    .updateTable('celebration')
    .set({
      ...('orderId' in bought
        ? { order_id: bought.orderId }
        : { status: 'given' as const, transaction_id: bought.transactionId }),
      ...{ problem: null, updated_at: at },
    })
    .where('id', '=', id)
    .execute()
}

/** What happened to an order that a gift was above the team's limit with: it is given, or it is not. */
export async function noteDecision(
  work: Work,
  { orderId, transactionId }: { orderId: string; transactionId: string | null },
): Promise<void> {
  await work.tx
    .updateTable('celebration')
    .set({
      ...(transactionId ? { status: 'given' as const, transaction_id: transactionId } : { status: 'skipped' as const }),
      updated_at: work.at,
    })
    .where('order_id', '=', orderId)
    .where('status', '=', 'due')
    .execute()
}

/** An old list does not say who has left in the meantime. @throws unavailable (503) */
async function requireFresh({ tx, at }: Work, { linked_account_id, team_id }: RuleRecord): Promise<void> {
  const { lastSyncedAt } = await linkedAccountInScope(tx, { teamIds: [team_id] }, linked_account_id)
  if (lastSyncedAt && at.getTime() - lastSyncedAt.getTime() <= STALE_AFTER_MS) return
  throw new Problem('unavailable', 'The people of the HR system have not been read for days.')
}

/** In whose name a rule buys: of an owner who has left, an admin takes it over. @throws forbidden (403) where no one is left */
async function loadRuleOwner(work: Work, { id, team_id: teamId, owner_id: ownerId }: RuleRecord): Promise<Principal> {
  const owner = await callerLater(work.tx, { userId: ownerId, teamId })
  if (owner) return owner
  for (const { id: userId } of await listAdmins(work.tx, teamId)) {
    const admin = await callerLater(work.tx, { userId, teamId })
    if (!admin) continue
    await work.tx.updateTable('celebration_rule').set({ owner_id: userId }).where('id', '=', id).execute()
    return admin
  }
  throw new Problem('forbidden', 'No admin is left to buy for.')
}

/** When the rule is looked at next: soon where a gift could not be bought, of which its owner is told. */
async function finish(work: Work, ruleId: string): Promise<void> {
  const { tx, at } = work
  const rule = await tx
    .selectFrom('celebration_rule')
    .selectAll()
    .where('id', '=', ruleId)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
  if (!rule) return
  const now = toInstant(at)
  const today = currentDay(now, rule.zone).toString()
  const failing = await dueCelebrations(tx, ruleId, today)
  const attempts = failing.length ? rule.attempts + 1 : 0
  const dueAt = failing.length ? retryAt(now, rule.zone, attempts) : nextLook(now, rule.zone)
  await tx.updateTable('celebration_rule').set({ attempts, due_at: dueAt }).where('id', '=', ruleId).execute()
  const [first] = failing
  if (first) await notifyFailedGifts(work, rule, { today, gifts: failing.length, problem: first.problem })
}
