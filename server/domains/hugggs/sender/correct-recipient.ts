import { mayCorrectRecipient } from '#contract/hugggs/correct-recipient.ts'
import { numberProblems, readMobileNumber } from '#kit/phone.ts'
import { replaceRecipient } from '#server/domains/purchases/record/index.ts'
import { requireDelivery, teamById } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { type Principal, requirePermission } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { changedBy, lockHugggs, recipientCorrected, recordHappening } from '../change/index.ts'
import { hugggInScope } from '../gifts/index.ts'
import { newShortcodes } from '../links/index.ts'
import { hasLapsed, Status } from '../states/index.ts'
import { requireReachable } from './reachable.ts'
import { holdSpendCap, requireWithinCap } from './spend-cap.ts'

export interface RecipientCorrection {
  hugggId: string
  email?: string | undefined
  phoneNumber?: string | undefined
  /** Of the person it goes to now; unset keeps the name there was. */
  name?: string | null | undefined
}

/**
 * Gives an unopened gift to another address under a new link. The old link never works again; a gift that had been sent
 * counts as not sent, and the sender is told to send it again (one that is still scheduled goes out at its time).
 * The same address again changes nothing.
 * @throws forbidden for who neither changes gifts nor sent this one; wrong_state once opened or ended; invalid_fields for a gift
 *   that is not sent to an address of that kind, and for an address that nothing reaches; restricted for a domain the team does
 *   not send to; not_found out of the caller's scope
 */
export async function correctRecipient(
  work: Work,
  caller: Principal,
  { hugggId, email, phoneNumber: givenNumber, name }: RecipientCorrection,
): Promise<void> {
  const { tx } = work
  const { team_id: teamId, sender_id: senderId } = await hugggInScope(tx, caller, hugggId)
  requireMayCorrect(caller, { isOwn: senderId === caller.userId, channel: email ? 'email' : 'sms' })
  await holdSpendCap(work, teamId)
  const [gift] = await lockHugggs(tx, caller, { hugggIds: [hugggId] })
  const old = await loadGiftAddress(work, hugggId)
  checkMethod(old, { email, phoneNumber: givenNumber })
  const isOpen = ([Status.Created, Status.Sent, Status.Scheduled] as number[]).includes(gift!.status_id)
  if (!isOpen || gift!.viewed_date || hasLapsed(gift!, work.at)) {
    throw new Problem('wrong_state', 'Only the address of a gift that has not been opened can be corrected.', {
      help: 'Cancel it where that is possible, and buy another one.',
    })
  }
  await checkRules(work, gift!.team_id, { email, phoneNumber: givenNumber })
  const phoneNumber = givenNumber && (await readNumber(work, caller, gift!.team_id, givenNumber))
  const isSameAddress = email ? old.email?.toLowerCase() === email : old.phone_number === phoneNumber
  if (isSameAddress && (name === undefined || name === old.name)) return
  if (!isSameAddress) {
    const address = email ?? phoneNumber!
    const path = email ? 'receiver.email' : 'receiver.phone_number'
    await requireReachable(work, { channel: email ? 'email' : 'sms', address, path })
    await requireWithinCap(work, { teamId, pence: gift!.face_pence, currency: gift!.currency, address, path })
  }
  const recipientId = await replaceRecipient(
    work,
    { id: gift!.transaction_id, teamId: gift!.team_id },
    { recipientId: old.recipient_id, ordinal: old.ordinal, email, phoneNumber, name },
  )
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

function requireMayCorrect({ permissions }: Principal, gift: Parameters<typeof mayCorrectRecipient>[1]): void {
  if (!mayCorrectRecipient(permissions, gift))
    throw new Problem('forbidden', 'Only who sent this gift, or who changes the team’s gifts, can correct its address.')
}

/** The gift's present link and address. */
const loadGiftAddress = (work: Work, hugggId: string) =>
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
    ])
    .where('huggg.id', '=', hugggId)
    .executeTakeFirstOrThrow()

function checkMethod(
  old: { delivery_method: string | null; email: string | null },
  { email, phoneNumber }: { email?: string | undefined; phoneNumber?: string | undefined },
): void {
  // A link that was emailed later has an address to correct.
  if (email && old.delivery_method !== 'email' && !old.email)
    throw invalidFields([{ path: 'receiver.email', message: 'this gift was not sent by email', code: 'wrong_method' }])
  if (phoneNumber && old.delivery_method !== 'sms')
    throw invalidFields([
      { path: 'receiver.phone_number', message: 'this gift was not sent by text message', code: 'wrong_method' },
    ])
}

/** @throws invalid_fields for what is no mobile number; forbidden for one abroad */
async function readNumber(work: Work, caller: Principal, teamId: string, given: string): Promise<string> {
  requirePermission(caller, 'send-sms')
  const path = 'receiver.phone_number'
  const read = readMobileNumber(given, (await teamById(work.tx, teamId)).territory)
  if (read.number === null) throw invalidFields([{ path, message: numberProblems[read.problem] }])
  if (read.isAbroad) requirePermission(caller, 'send-international-gifts')
  return read.number
}

async function checkRules(
  { tx }: Work,
  teamId: string,
  { email, phoneNumber }: { email?: string | undefined; phoneNumber?: string | undefined },
): Promise<void> {
  const { preferences } = await teamById(tx, teamId)
  if (email) requireDelivery(preferences, { method: 'email', email, path: 'receiver.email' })
  if (phoneNumber) requireDelivery(preferences, { method: 'sms', path: 'receiver.phone_number' })
}
