import { currencyByTerritory } from '#server/domains/catalogue/index.ts'
import { namedChanges } from '#server/domains/teams/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type Composed, eachById, mailTo, userIsGone } from './composed.ts'
import { copyFor } from './emails/copy.ts'
import { ruleChangeAskedEmail, ruleChangeEndedEmail } from './emails/rule-change-emails.ts'
import { toUsers } from './queries.ts'

async function told(posy: Posy, ids: readonly string[]) {
  const rows = await toUsers(posy.db, ids).select(['app_user.first_name as firstName', 'message.detail']).execute()
  const messages = rows.map(({ detail, firstName, ...row }) => ({
    ...row,
    firstName: firstName ?? '',
    changeIds: (detail as { changeIds: string[] }).changeIds,
  }))
  const changes = await namedChanges(posy.db, { ids: [...new Set(messages.flatMap(({ changeIds }) => changeIds))] })
  return messages.map((message) => ({
    ...message,
    changes: changes.filter(({ id }) => message.changeIds.includes(id)),
  }))
}

const toChangedRule = ({ rule, from_value: from, to_value: to }: Awaited<ReturnType<typeof namedChanges>>[number]) => ({
  ...{ rule, from, to },
})

/** What waits still: who has decided meanwhile need not be asked. */
export async function composeAskedRuleChanges(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(await told(posy, ids), ({ address, firstName, changes }) => {
    const waiting = changes.filter(({ status }) => status === 'pending')
    const [first] = waiting
    if (!address) return userIsGone
    if (!first) return { kind: 'cancel', why: 'the change no longer waits' }
    const email = {
      firstName,
      teamName: first.teamName,
      askerName: first.askerName,
      changes: waiting.map(toChangedRule),
    }
    const about = {
      effectiveAt: first.effective_at,
      endsAt: first.ends_at,
      currency: currencyByTerritory[first.territory],
    }
    return mailTo(address, ruleChangeAskedEmail(copyFor('en-GB'), { ...email, ...about, url: rulesPage(posy) }))
  })
}

export async function composeEndedRuleChanges(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(await told(posy, ids), ({ address, firstName, changes: [change] }) => {
    if (!address) return userIsGone
    if (!change || change.status === 'pending') return { kind: 'cancel', why: 'nothing was decided' }
    const about = { firstName, teamName: change.teamName, currency: currencyByTerritory[change.territory] }
    const email = { ...about, change: toChangedRule(change), outcome: change.status, url: rulesPage(posy) }
    return mailTo(address, ruleChangeEndedEmail(copyFor('en-GB'), email))
  })
}

const rulesPage = (posy: Posy) => `${posy.config.publicUrl}/team/rules`
