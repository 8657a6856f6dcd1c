import { newId } from '#kit/ids.ts'
import { operatorEmails } from '#server/domains/delivery/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import type { AloneNotice } from '#server/platform/two-operators.ts'
import { MailRefused } from '#server/providers/smtp/types.ts'

export const OWNER_NOTICE_JOB = 'operators.owner-notice'

type What = AloneNotice['act'] | 'second-address'

/** Every owner's second address; where one has none, the address that they sign in with. */
async function ownersAddresses(db: Db | Tx): Promise<string[]> {
  const owners = await db
    .selectFrom('operator')
    .select(['email', 'second_email'])
    .where('role', '=', 'owner')
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute()
  return owners.map(({ email, second_email }) => second_email ?? email)
}

/** Writes down what owners are told, in the transaction that makes it true. Where there is no owner, no one is. */
export async function notifyOwners(work: Work, { act, ...notice }: AloneNotice): Promise<void> {
  const recipients = await ownersAddresses(work.tx)
  if (recipients.length) await queueNotice(work, { what: act, ...notice, recipients })
}

export async function queueNotice(
  work: Work,
  {
    what,
    label,
    operator,
    mayConfirmAt,
    recipients,
  }: Omit<AloneNotice, 'act'> & { what: What; recipients: readonly string[] },
): Promise<void> {
  const id = newId()
  await work.tx
    .insertInto('owner_notice')
    .values({ id, what, label, operator, at: work.at, may_confirm_at: mayConfirmAt, recipients: [...recipients] })
    .execute()
  await work.send(OWNER_NOTICE_JOB, { noticeId: id })
}

/** Mails a notice to each address under a Message-ID of its own, however often it is tried. */
export async function sendOwnerNotice(posy: Posy, noticeId: string): Promise<void> {
  const row = await posy.db.selectFrom('owner_notice').selectAll().where('id', '=', noticeId).executeTakeFirst()
  const notice = jobRecord(row, 'notice')
  if (notice.sent_at) return
  const { what, label, operator, at, may_confirm_at: mayConfirmAt, recipients } = notice
  const content = operatorEmails.ownerNotice({ what: what as What, label, operator, at, mayConfirmAt })
  const { hostname } = new URL(posy.config.publicUrl)
  for (const [index, to] of recipients.entries())
    await posy.providers.mailer
      .send({ ...content, to, messageId: `<${noticeId}.${index}@${hostname}>` })
      .catch((error) => {
        // One address that takes no mail keeps none of the others.
        if (!(error instanceof MailRefused)) throw error
        posy.log.error({ noticeId, index }, 'an owner’s address takes no mail')
      })
  await asSystem(posy, async ({ tx, at: now }) => {
    await tx.updateTable('owner_notice').set({ sent_at: now }).where('id', '=', noticeId).execute()
  })
}
