import { teamById } from '#server/domains/teams/index.ts'
import { newId } from '#server/kit/ids.ts'
import { invalidFields, Problem } from '#server/kit/problem.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { changedBy, lockHugggs, recordHappening } from './bulk.ts'
import { newShortcodes } from './codes.ts'
import { recipientCorrected } from './events.ts'
import { hasLapsed, Status } from './huggg.ts'

export interface Correction {
  hugggId: string
  email?: string | undefined
  phoneNumber?: string | undefined
}

/**
 * Gives an unopened gift to another address under a new link. The old link is dead for ever; a gift that had been sent
 * counts as not sent, and whoever sends is told to send it again (one that is still scheduled goes out at its time).
 * The same address again changes nothing.
 * @throws wrong_state once opened or ended; invalid_fields for a gift that is not sent to an address of that kind;
 *   restricted for a domain the team does not send to; not_found out of the caller's scope
 */
export async function correctRecipient(
  work: Work,
  caller: Principal,
  { hugggId, email, phoneNumber }: Correction,
): Promise<void> {
  const { tx } = work
  const [gift] = await lockHugggs(tx, caller, { hugggIds: [hugggId] })
  const old = await addressOf(work, hugggId)
  checkMethod(old.delivery_method, { email, phoneNumber })
  const isOpen = ([Status.Created, Status.Sent, Status.Scheduled] as number[]).includes(gift!.status_id)
  if (!isOpen || gift!.viewed_date || hasLapsed(gift!, work.at)) {
    throw new Problem('wrong_state', 'Only the address of a gift that has not been opened can be corrected.', {
      help: 'Cancel it where that is possible, and buy another one.',
    })
  }
  if (email) await checkDomain(work, gift!.team_id, email)
  if (email ? old.email?.toLowerCase() === email : old.phone_number === phoneNumber) return
  const recipientId = newId()
  if (old.recipient_id)
    await tx.updateTable('recipient').set({ ordinal: null }).where('id', '=', old.recipient_id).execute()
  await tx
    .insertInto('recipient')
    .values({
      id: recipientId,
      team_id: gift!.team_id,
      transaction_id: gift!.transaction_id,
      ordinal: old.ordinal,
      email: email ?? null,
      phone_number: phoneNumber ?? null,
      name: old.name,
      notes: old.notes,
    })
    .execute()
  await tx
    .insertInto('retired_shortcode')
    .values({ shortcode: old.shortcode, huggg_id: hugggId, retired_at: work.at })
    .execute()
  const isScheduled = gift!.status_id === Status.Scheduled
  const reason = 'address corrected'
  await tx
    .updateTable('huggg')
    .set({
      shortcode: newShortcodes(1)[0]!,
      recipient_id: recipientId,
      sent_date: null,
      ...changedBy(work, reason),
      ...(gift!.status_id === Status.Sent ? { status_id: Status.Created } : {}),
    })
    .where('id', '=', hugggId)
    .execute()
  if (gift!.status_id !== Status.Sent) await recordHappening(work, [hugggId], reason)
  await work.audit('huggg.recipient-corrected', { kind: 'huggg', id: hugggId }, { teamId: gift!.team_id })
  if (!isScheduled) await work.emit(recipientCorrected, { hugggId })
}

/** The gift's present link and address. */
const addressOf = (work: Work, hugggId: string) =>
  work.tx
    .selectFrom('huggg')
    .innerJoin('transaction', 'transaction.id', 'huggg.transaction_id')
    .leftJoin('recipient', 'recipient.id', 'huggg.recipient_id')
    .select([
      'huggg.shortcode',
      'huggg.ordinal',
      'huggg.recipient_id',
      'transaction.delivery_method',
      'recipient.email',
      'recipient.phone_number',
      'recipient.name',
      'recipient.notes',
    ])
    .where('huggg.id', '=', hugggId)
    .executeTakeFirstOrThrow()

function checkMethod(
  method: string | null,
  { email, phoneNumber }: { email?: string | undefined; phoneNumber?: string | undefined },
): void {
  if (email && method !== 'email')
    throw invalidFields([{ path: 'receiver.email', message: 'this gift was not sent by email', code: 'wrong_method' }])
  if (phoneNumber && method !== 'sms')
    throw invalidFields([
      { path: 'receiver.phone_number', message: 'this gift was not sent by text message', code: 'wrong_method' },
    ])
}

async function checkDomain(work: Work, teamId: string, email: string): Promise<void> {
  const { deliveryEmailDomains } = (await teamById(work.tx, teamId)).preferences
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!deliveryEmailDomains || deliveryEmailDomains.includes(domain)) return
  const message = `the team sends only to ${deliveryEmailDomains.join(', ')}`
  throw new Problem('restricted', `receiver.email: ${message}.`, {
    details: [{ path: 'receiver.email', message, code: 'restricted' }],
  })
}
