import {
  type CelebrationPreview,
  type CelebrationRule,
  type createCelebrationRule,
  MAX_CELEBRATION_RULES,
  type Occasion,
  PREVIEW_DAYS,
  type previewCelebrations,
  type updateCelebrationRule,
} from '#contract/celebrations/celebrations.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { newId } from '#kit/ids.ts'
import { BUSINESS_ZONE, type Instant, toDate, toInstant } from '#kit/time.ts'
import { usersByIds } from '#server/domains/identity/users/index.ts'
import { colleagues, linkedAccountInScope, linkedGroupInScope } from '#server/domains/integrations/index.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { type Quoted, quotePurchase } from '#server/domains/purchases/buy/index.ts'
import { type FieldNames, purchaseFields, refuse } from '#server/domains/purchases/request/index.ts'
import { requireOpenWallet, walletInScope } from '#server/domains/wallets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { celebrationsBetween, currentDay, isZone } from './celebration.ts'
import { countRules, lockRule, type RuleRecord, readRule } from './queries.ts'

interface Where {
  posy: Posy
  db: Db
  at: Date
}

type Settings = Input<typeof previewCelebrations>['body']

/** What stands against a rule's gifts is told under the names that a rule's fields have. */
const RULE_FIELDS: FieldNames = {
  ...purchaseFields,
  ...{ reference: 'productId', fromName: 'fromName', message: 'message', reasonCode: 'reasonCode', over18: 'over18' },
  payment: 'walletId',
}

/** The purchase that a gift of a rule is, before it is known who gets it. */
export const ruleGift = (rule: {
  name?: string | undefined
  productId: string
  fromName?: string | null | undefined
  message?: string | null | undefined
  reasonCode?: string | null | undefined
  over18?: boolean | undefined
}) => ({
  type: 'huggg' as const,
  reference: rule.productId,
  deliveryMethod: 'email' as const,
  title: rule.name,
  fromName: rule.fromName ?? undefined,
  message: rule.message ?? undefined,
  reasonCode: rule.reasonCode ?? undefined,
  over18: rule.over18,
})

/** Whether one such gift could be bought now, by the rules that the purchase obeys; the caller stands in for who gets it. */
async function quoteGift(where: Where, caller: Principal, settings: Settings): Promise<Quoted> {
  const me = (await usersByIds(where.db, [member(caller).userId])).get(member(caller).userId)
  const gift = {
    purchase: { ...ruleGift(settings), receivers: me ? [{ email: me.email }] : [] },
    payment: { method: 'walletCommitment' as const, reference: settings.walletId },
  }
  const quoted = await quotePurchase(where, caller, gift, RULE_FIELDS)
  // Whose address it is differs from gift to gift; the stand-in's does not count.
  return { ...quoted, problems: quoted.problems.filter(({ row }) => row === undefined) }
}

/** @throws not_found (404) for what is not the caller's; invalid_fields (422) for what is not of the very team acted in */
async function requireOwn(
  { db }: Where,
  caller: Principal,
  teamId: string,
  settings: Partial<Settings>,
): Promise<void> {
  const { linkedAccountId, walletId, groupId, timeZone } = settings
  const wrong = []
  if (linkedAccountId) {
    const account = await linkedAccountInScope(db, caller, linkedAccountId)
    if (account.teamId !== teamId) wrong.push({ path: 'linkedAccountId', message: 'is connected to another team' })
    if (groupId && (await linkedGroupInScope(db, caller, { linkedAccountId, groupId })) === null)
      wrong.push({ path: 'groupId', message: 'is no group of the connected system', code: 'unknown' })
  }
  if (walletId) {
    const wallet = await walletInScope(db, caller, walletId)
    if (wallet.teamId !== teamId) wrong.push({ path: 'walletId', message: 'is a wallet of another team' })
    requireOpenWallet(wallet, 'walletId')
  }
  if (timeZone && !isZone(timeZone))
    wrong.push({ path: 'timeZone', message: 'must be an IANA time zone such as Europe/London' })
  if (wrong.length) throw invalidFields(wrong)
}

const zoneFor = async (db: Db, caller: Principal, { timeZone }: Settings): Promise<string> =>
  timeZone ?? (await usersByIds(db, [member(caller).userId])).get(member(caller).userId)?.zone ?? BUSINESS_ZONE

/** Whom a rule would celebrate in the days to come. @throws not_found (404), invalid_fields (422) */
export async function previewRule(where: Where, caller: Principal, settings: Settings): Promise<CelebrationPreview> {
  const { db, at } = where
  const { teamId } = await linkedAccountInScope(db, caller, settings.linkedAccountId)
  await requireOwn(where, caller, teamId, settings)
  const { quote, problems } = await quoteGift(where, caller, settings)
  const now = toInstant(at)
  const zone = await zoneFor(db, caller, settings)
  const handledThrough = currentDay(now, zone)
  const from = handledThrough.add({ days: 1 })
  const until = from.add({ days: PREVIEW_DAYS - 1 })
  const { linkedAccountId, groupId = null, occasion, walletId } = settings
  const everyone = await colleagues(db, { linkedAccountId, groupId })
  const dated = everyone.filter((person) => hasDate(occasion, person))
  const reached = dated.filter(({ workEmail }) => workEmail !== null)
  const celebrations = reached
    .flatMap((person) =>
      celebrationsBetween(occasion, person, handledThrough, until).map(({ day, years }) => ({
        name: person.name,
        day: day.toString(),
        years,
      })),
    )
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const costPerGift = quote?.total ?? 0
  return {
    from: from.toString(),
    until: until.toString(),
    celebrations,
    people: reached.length,
    withoutDate: everyone.length - dated.length,
    withoutAddress: dated.length - reached.length,
    currency: quote?.currency ?? 'GBX',
    costPerGift,
    cost: costPerGift * celebrations.length,
    available: (await loadBalances(db, [walletId])).get(walletId)?.available ?? 0,
    problems,
  }
}

const hasDate = (occasion: Occasion, { birthday, startDate }: { birthday: string | null; startDate: string | null }) =>
  (occasion === 'birthday' ? birthday : startDate) !== null

/** @throws as requireOwn, and with whatever stands against such a gift but an empty wallet: that can be filled in time */
async function requireGivable(where: Where, caller: Principal, settings: Settings): Promise<void> {
  const { problems } = await quoteGift(where, caller, settings)
  refuse(problems.filter(({ code }) => code !== 'insufficient_funds'))
}

/** A rule gives from the next 9 in the morning on, and is looked at right away for what needs approval before. */
const startingNow = (now: Instant, zone: string) => ({
  handled_through: currentDay(now, zone).toString(),
  due_at: toDate(now),
  attempts: 0,
})

/** @throws not_found, invalid_fields, restricted and more as the purchase would; wrong_state (409) for one rule too many */
export async function createRule(
  work: Work,
  caller: Principal,
  wanted: Input<typeof createCelebrationRule>['body'],
): Promise<CelebrationRule> {
  const { tx, at, posy } = work
  const { userId, teamId } = member(caller)
  const where = { posy, db: tx, at }
  await requireOwn(where, caller, teamId, wanted)
  await requireGivable(where, caller, wanted)
  if ((await countRules(tx, teamId)) >= MAX_CELEBRATION_RULES)
    throw new Problem('wrong_state', `A team has at most ${MAX_CELEBRATION_RULES} rules.`, {
      help: 'Delete one that is no longer needed.',
    })
  const id = newId()
  const zone = await zoneFor(tx, caller, wanted)
  await tx
    .insertInto('celebration_rule')
    .values({
      ...{ id, team_id: teamId, owner_id: userId },
      ...{ occasion: wanted.occasion, linked_account_id: wanted.linkedAccountId },
      ...{ name: wanted.name, group_id: wanted.groupId ?? null },
      ...{ product_id: wanted.productId, wallet_id: wanted.walletId },
      ...{ from_name: wanted.fromName ?? null, message: wanted.message ?? null },
      ...{ reason_code: wanted.reasonCode ?? null, needs_approval: wanted.needsApproval, zone },
      over18_confirmed: wanted.over18 ?? false,
      ...startingNow(toInstant(at), zone),
      ...{ created_at: at, updated_at: at },
    })
    .execute()
  await audit(work, { id, team_id: teamId }, 'created')
  return readRule(tx, caller, id)
}

/** @throws as {@link createRule} */
export async function changeRule(
  work: Work,
  caller: Principal,
  id: string,
  changes: Input<typeof updateCelebrationRule>['body'],
): Promise<CelebrationRule> {
  const { tx, at, posy } = work
  const rule = await lockRule(tx, caller, id)
  const where = { posy, db: tx, at }
  const settings = { ...ruleSettings(rule), ...changes }
  await requireOwn(where, caller, rule.team_id, settings)
  const { status = rule.status } = changes
  if (status === 'active') await requireGivable(where, caller, settings)
  const zone = settings.timeZone
  const isResumed = status === 'active' && rule.status === 'paused'
  await tx
    .updateTable('celebration_rule')
    .set({
      ...{ name: settings.name, group_id: settings.groupId ?? null },
      ...{ product_id: settings.productId, wallet_id: settings.walletId },
      ...{ from_name: settings.fromName ?? null, message: settings.message ?? null },
      ...{ reason_code: settings.reasonCode ?? null, needs_approval: settings.needsApproval },
      over18_confirmed: settings.over18,
      ...{ zone, status, updated_at: at },
      ...(status === 'paused' ? { due_at: null } : { due_at: at, attempts: 0 }),
      ...(isResumed ? startingNow(toInstant(at), zone) : {}),
    })
    .where('id', '=', id)
    .execute()
  await audit(work, rule, status === rule.status ? 'updated' : isResumed ? 'resumed' : 'paused')
  return readRule(tx, caller, id)
}

const ruleSettings = (rule: RuleRecord) => ({
  name: rule.name,
  occasion: rule.occasion,
  linkedAccountId: rule.linked_account_id,
  groupId: rule.group_id,
  productId: rule.product_id,
  walletId: rule.wallet_id,
  fromName: rule.from_name,
  message: rule.message,
  reasonCode: rule.reason_code,
  timeZone: rule.zone,
  needsApproval: rule.needs_approval,
  over18: rule.over18_confirmed ?? true,
})

/** @throws not_found (404) */
export async function deleteRule(work: Work, caller: Principal, id: string): Promise<void> {
  const rule = await lockRule(work.tx, caller, id)
  await work.tx.deleteFrom('celebration_rule').where('id', '=', id).execute()
  await audit(work, rule, 'deleted')
}

type RuleAct = 'created' | 'updated' | 'paused' | 'resumed' | 'deleted'

const audit = (work: Work, { id, team_id }: Pick<RuleRecord, 'id' | 'team_id'>, action: RuleAct): Promise<void> =>
  work.audit(`celebration-rule.${action}`, { kind: 'celebrationRule', id }, { teamId: team_id })
