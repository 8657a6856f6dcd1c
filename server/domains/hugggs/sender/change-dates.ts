import { sql } from 'kysely'
import { endOfLondonDay, expiryAfterDays, londonDate, toDate, toInstant } from '#kit/time.ts'
import { productsByIds } from '#server/domains/catalogue/index.ts'
import { moveDates } from '#server/domains/purchases/record/index.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import {
  type BulkResult,
  EVENT_BATCH,
  type HugggSelection,
  hugggEndsSooner,
  type LockedHuggg,
  lockHugggs,
  recordHappening,
} from '../change/index.ts'
import { hasLapsed, Status, statusName } from '../states/index.ts'

export interface DateChange {
  /** The new last day: its end in London counts, whatever the time given. */
  expiryDate?: Date
  /** When to send what has not been sent; null takes it off the schedule. */
  sendAt?: Date | null
}

/** One gift, some gifts of one purchase, or all of it. */
type DatedGifts = { hugggId: string } | HugggSelection

/** What the fields are called where these gifts are changed. */
function datePaths(gifts: DatedGifts): { expiry: string; send: string } {
  if ('hugggId' in gifts) return { expiry: 'expiry_date', send: 'sent_date' }
  return { expiry: 'expiry', send: 'transactionId' in gifts ? 'sentDate' : 'sendDate' }
}

const MAX_DAYS_AHEAD = 366
const editable: readonly number[] = [Status.Created, Status.Scheduled, Status.Sent, Status.Claimed]

/**
 * Moves the last day, or the moment of sending, of one gift or of all of a purchase that are still open. Where the sender
 * named no last day, it follows the moment of sending. Gifts it cannot move are listed; when it can move none, it refuses.
 * @throws invalid_fields for a date in the past, or a sending after the last day; restricted beyond what product and team
 *   allow; wrong_state; not_found out of the caller's scope
 */
export async function changeDates(work: Work, caller: Principal, change: DatedGifts & DateChange): Promise<BulkResult> {
  const paths = datePaths(change)
  const expiry = change.expiryDate && toDate(endOfLondonDay(londonDate(toInstant(change.expiryDate))))
  const wanted: DateChange = {
    ...(expiry ? { expiryDate: expiry } : {}),
    ...(change.sendAt === undefined ? {} : { sendAt: change.sendAt }),
  }
  checkDates(work.at, wanted, paths)
  const selection: HugggSelection = 'hugggId' in change ? { hugggIds: [change.hugggId] } : change
  const locked = await lockHugggs(work.tx, caller, selection)
  const maximumDays = await maximumExpiryDays(work, locked)
  const changing: Planned[] = []
  const refused: { hugggId: string; why: string; isLimit: boolean }[] = []
  for (const gift of locked) {
    const planned = planChange(work.at, gift, wanted, maximumDays)
    if ('why' in planned) refused.push({ hugggId: gift.id, ...planned })
    else changing.push(planned)
  }
  // Where none can be changed, the most telling reason is the answer.
  const first = refused.find(({ isLimit }) => isLimit) ?? refused[0]
  if (first && changing.length === 0)
    throw new Problem(first.isLimit ? 'restricted' : 'wrong_state', `This cannot be changed: ${first.why}.`)
  await write(work, changing, wanted)
  if ('transactionId' in change) await moveDates(work, change.transactionId, wanted)
  if (changing.length) await audit(work, changing)
  const result = { changed: changing.length, changedIds: changing.map(({ gift }) => gift.id) }
  return { ...result, refused: refused.map(({ hugggId, why }) => ({ hugggId, why })) }
}

/** Sends gifts that have not been sent at another moment, or (null) takes them off the schedule. @throws as changeDates */
export const scheduleHugggs = (
  work: Work,
  caller: Principal,
  wanted: DatedGifts & { sendAt: Date | null },
): Promise<BulkResult> => changeDates(work, caller, wanted)

interface Planned {
  gift: LockedHuggg
  statusId: number
  expiryDate: Date
  isFixed: boolean
  sendAt: Date | null
}

function checkDates(at: Date, { expiryDate, sendAt }: DateChange, paths: { expiry: string; send: string }): void {
  const details = []
  if (expiryDate && expiryDate < at)
    details.push({ path: paths.expiry, message: 'is in the past', code: 'in_the_past' })
  if (sendAt && sendAt <= at) details.push({ path: paths.send, message: 'is in the past', code: 'in_the_past' })
  if (sendAt && sendAt.getTime() > at.getTime() + MAX_DAYS_AHEAD * 86_400_000)
    details.push({ path: paths.send, message: 'is more than a year ahead', code: 'too_late' })
  if (sendAt && expiryDate && expiryDate < sendAt)
    details.push({ path: paths.expiry, message: 'is before the gift is sent', code: 'before_sending' })
  if (details.length) throw invalidFields(details)
}

/** All gifts of a selection are of one purchase, so of one product and team. */
async function maximumExpiryDays(work: Work, [gift]: LockedHuggg[]): Promise<number> {
  if (!gift) return 0
  const product = (await productsByIds(work.tx, [gift.product_id])).get(gift.product_id)!
  const { preferences } = await teamById(work.tx, gift.team_id)
  return Math.min(product.maximumExpiryDays, preferences.maximumHugggExpiryDays ?? Number.POSITIVE_INFINITY)
}

function planChange(
  at: Date,
  gift: LockedHuggg,
  { expiryDate, sendAt }: DateChange,
  maximumDays: number,
): Planned | { why: string; isLimit: boolean } {
  const no = (why: string, isLimit = false) => ({ why, isLimit })
  if (hasLapsed(gift, at)) return no('it has expired')
  if (!editable.includes(gift.status_id)) return no(`it is ${statusName(gift.status_id)}`)
  const isUnsent = gift.status_id === Status.Created || gift.status_id === Status.Scheduled
  if (sendAt !== undefined && !isUnsent) return no('it has been sent')
  const statusId = sendAt ? Status.Scheduled : sendAt === null ? Status.Created : gift.status_id
  const newSendAt = sendAt === undefined ? gift.send_at : sendAt
  const sending = gift.sent_date ?? (statusId === Status.Scheduled ? newSendAt : null) ?? at
  const isFixed = gift.expiry_fixed || expiryDate !== undefined
  const counted =
    isFixed || sendAt === undefined ? gift.expiry_date : toDate(expiryAfterDays(toInstant(sending), gift.expiry_days))
  const newExpiry = expiryDate ?? counted
  if (expiryDate && toDate(expiryAfterDays(toInstant(sending), maximumDays)) < expiryDate)
    return no(`it can be valid for at most ${maximumDays} days after sending`, true)
  if (statusId === Status.Scheduled && newSendAt && newExpiry < newSendAt)
    return no('it would be sent after its last day')
  return { gift, statusId, expiryDate: newExpiry, isFixed, sendAt: newSendAt }
}

async function write(work: Work, changing: Planned[], { expiryDate, sendAt }: DateChange): Promise<void> {
  if (changing.length === 0) return
  const reason =
    sendAt === undefined
      ? 'last day changed'
      : sendAt === null
        ? 'taken off the schedule'
        : expiryDate
          ? 'dates changed'
          : 'scheduled'
  await sql`
    update huggg set status_id = planned.status_id, expiry_date = planned.expiry_date, expiry_fixed = planned.is_fixed, send_at = planned.send_at,
      updated_at = ${work.at}, changed_by_kind = ${work.actor.kind}, changed_by_id = ${work.actor.id}, change_reason = ${reason}
    from unnest(${changing.map(({ gift }) => gift.id)}::uuid[], ${changing.map(({ statusId }) => statusId)}::smallint[],
      ${changing.map((each) => each.expiryDate)}::timestamptz[], ${changing.map(({ isFixed }) => isFixed)}::boolean[],
      ${changing.map((each) => each.sendAt)}::timestamptz[]) as planned (id, status_id, expiry_date, is_fixed, send_at)
    where huggg.id = planned.id`.execute(work.tx)
  const stayed = changing.filter(({ gift, statusId }) => gift.status_id === statusId).map(({ gift }) => gift.id)
  if (stayed.length) await recordHappening(work, stayed, reason)
  const sooner = changing.filter(endsSooner).map(({ gift }) => gift.id)
  for (let from = 0; from < sooner.length; from += EVENT_BATCH)
    await work.emit(hugggEndsSooner, { hugggIds: sooner.slice(from, from + EVENT_BATCH) })
}

/** Its recipient was told another last day. */
const endsSooner = ({ gift, statusId, expiryDate }: Planned): boolean =>
  (statusId === Status.Sent || statusId === Status.Claimed) && expiryDate < gift.expiry_date

async function audit(work: Work, changing: Planned[]): Promise<void> {
  const { gift } = changing[0]!
  const subject =
    changing.length === 1 ? { kind: 'huggg', id: gift.id } : { kind: 'transaction', id: gift.transaction_id }
  await work.audit('huggg.dates-changed', subject, { teamId: gift.team_id, detail: { count: changing.length } })
}
