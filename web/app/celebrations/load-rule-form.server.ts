import { data } from 'react-router'
import type { CelebrationPreview, CelebrationRule, Occasion } from '#contract/celebrations/celebrations.ts'
import { isUuid } from '#kit/uuid.ts'
import { everything } from '#web/app/catalogue/categories.ts'
import { loadGifts } from '#web/app/catalogue/load-gifts.server.ts'
import { readForm, text } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'

/** What a rule's form says, as it was typed. */
export type RuleValues = ReturnType<typeof readValues>

export interface RuleOutcome {
  failure: Failure | null
  preview: CelebrationPreview | null
  values: RuleValues
}

/** @throws 403 */
export function requireCelebrationsAdmin(session: Session): void {
  if (!session.can('team-admin')) throw data(null, { status: 403 })
}

const emptyValues: RuleValues = {
  ...{ name: '', occasion: 'birthday', groupId: '', walletId: '' },
  ...{ fromName: '', message: '', reasonCode: '', needsApproval: '', over18: '' },
}

const ruleFormValues = (rule: CelebrationRule): RuleValues => ({
  name: rule.name,
  occasion: rule.occasion,
  groupId: rule.groupId ?? '',
  walletId: rule.walletId,
  fromName: rule.fromName ?? '',
  message: rule.message ?? '',
  reasonCode: rule.reasonCode ?? '',
  needsApproval: rule.needsApproval ? 'on' : '',
  over18: rule.over18 ? 'yes' : '',
})

export const readValues = (form: FormData) =>
  readForm(form, {
    ...{ name: text, occasion: text, groupId: text, walletId: text },
    ...{ fromName: text, message: text, reasonCode: text, needsApproval: text, over18: text },
  })

/** As the API takes it. */
export const ruleBody = (
  { name, occasion, groupId, walletId, fromName, message, reasonCode, needsApproval, over18 }: RuleValues,
  { linkedAccountId, productId }: { linkedAccountId: string; productId: string },
) => ({
  ...{ name, occasion: occasion as Occasion, linkedAccountId, productId, walletId },
  ...{ groupId: groupId || null, fromName: fromName || null, message: message || null },
  ...{ reasonCode: reasonCode || null, needsApproval: needsApproval === 'on', over18: over18 === 'yes' },
})

/** Whom a rule as it was typed would celebrate. */
export async function loadRulePreview(session: Session, form: FormData): Promise<RuleOutcome> {
  const values = readValues(form)
  const { name: _, needsApproval: __, ...body } = ruleBody(values, readRuleIds(form))
  const preview = await session.api.previewCelebrations({ body })
  if (preview.ok) return { failure: null, preview: preview.value.data, values }
  return { failure: toFormFailure(preview.problem, form), preview: null, values }
}

export const readRuleIds = (form: FormData) => readForm(form, { linkedAccountId: text, productId: text })

/** What a rule's form needs: the people, the wallets, the gift (or gifts to choose it from), and a first preview. */
export async function loadRuleForm(session: Session, url: URL, rule: CelebrationRule | null) {
  const { api } = session
  const teamId = rule?.teamId ?? session.teamId!
  const accounts = rule ? null : session.unwrap(await api.listLinkedAccounts({})).data
  const linkedAccountId = rule?.linkedAccountId ?? accounts?.find(({ lastSyncedAt }) => lastSyncedAt)?.id ?? null
  if (!linkedAccountId) return { linkedAccountId: null }
  const [groups, wallets, team] = await Promise.all([
    api.listEmployeeGroups({ params: { id: linkedAccountId } }),
    api.listTeamWallets({ params: { id: teamId } }),
    api.getTeam({ params: { id: teamId } }),
  ])
  const { effective } = session.unwrap(team).data
  const choices = {
    linkedAccountId,
    groups: session.unwrap(groups).data,
    wallets: session.unwrap(wallets).data,
    reasonCodes: effective.reasonCodes,
    attempt: crypto.randomUUID(),
  }
  const product = url.searchParams.has('pick') ? null : await chosenGift(session, url, rule)
  if (!product) return { ...choices, product: null, gifts: await loadGifts(session, everything, url) }
  const first = choices.wallets.find(({ currency }) => currency === product.currency) ?? choices.wallets[0]
  const values = rule ? ruleFormValues(rule) : { ...emptyValues, walletId: first?.id ?? '' }
  const { name: _, needsApproval: __, ...body } = ruleBody(values, { linkedAccountId, productId: product.id })
  const preview = await api.previewCelebrations({ body })
  return { ...choices, product, values, preview: preview.ok ? preview.value.data : null }
}

async function chosenGift(session: Session, url: URL, rule: CelebrationRule | null) {
  const id = url.searchParams.get('gift') ?? rule?.productId
  if (!id || !isUuid(id)) return null
  const found = session.unwrap(await session.api.findProducts({ body: { filter: { ids: [id] }, limit: 1 } }))
  return found.data[0] ?? null
}
