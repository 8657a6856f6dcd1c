import { operatorEmails } from '#server/domains/delivery/index.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { issueLink } from './change-operator.ts'

export const OPERATOR_LINK_JOB = 'operators.link'

/** Mails an operator a link to choose a password with. Tried again it is another link, and the one before works no longer. */
export async function mailOperatorLink(posy: Posy, operatorId: string): Promise<void> {
  const row = await posy.db
    .selectFrom('operator')
    .select(['email', 'name', 'password_hash', 'deactivated_at'])
    .where('id', '=', operatorId)
    .executeTakeFirst()
  const { email: to, name, password_hash, deactivated_at } = jobRecord(row, 'operator')
  if (password_hash || deactivated_at) return
  const token = await asSystem(posy, (work) => issueLink(work, operatorId))
  const { publicUrl } = posy.config
  const content = operatorEmails.link({ name, publicUrl, token })
  const messageId = `<${operatorId}.${posy.wall.nowMs()}@${new URL(publicUrl).hostname}>`
  await posy.providers.mailer.send({ ...content, to, messageId })
}
