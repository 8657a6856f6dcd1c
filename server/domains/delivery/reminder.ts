import { type Instant, Temporal, toInstant } from '#kit/time.ts'

/** After a gift was sent, while it is unopened; or before it expires, while it is unused. */
const reminderKinds = ['day', 'week', 'month', 'week-left', 'day-left'] as const
export type ReminderKind = (typeof reminderKinds)[number]

export interface Reminder {
  kind: ReminderKind
  at: Instant
}

interface Sent {
  sentAt: Date
  expiresAt: Date
  /** The sender's: a recipient's own is not known. */
  zone: string
}

const EARLIEST = Temporal.PlainTime.from('09:00')
const LATEST = Temporal.PlainTime.from('18:00')
/** After the gift itself was sent, or a reminder by hand. */
const LEAST_HOURS_BETWEEN = 20
/** Between two of these. */
const LEAST_DAYS_BETWEEN = 3

/** The first moment from there on that is no night and no evening. */
function byDay(moment: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const time = moment.toPlainTime()
  if (Temporal.PlainTime.compare(time, EARLIEST) < 0) return moment.withPlainTime(EARLIEST)
  return Temporal.PlainTime.compare(time, LATEST) < 0 ? moment : moment.add({ days: 1 }).withPlainTime(EARLIEST)
}

/**
 * What is said next about a gift after a moment: 1 day, 1 week and 1 month after it was sent, 1 week and 1 day before it ends. What
 * is said of its end comes first: of the others, those less than three days from it are left out.
 */
export function nextReminder({ sentAt, expiresAt, zone }: Sent, after: Instant): Reminder | null {
  const sent = toInstant(sentAt).toZonedDateTimeISO(zone)
  const end = toInstant(expiresAt)
  const lastDay = end.toZonedDateTimeISO(zone).withPlainTime(EARLIEST)
  const since: [ReminderKind, Temporal.ZonedDateTime][] = [
    ['day', byDay(sent.add({ days: 1 }))],
    ['week', byDay(sent.add({ weeks: 1 }))],
    ['month', byDay(sent.add({ months: 1 }))],
  ]
  const before: [ReminderKind, Temporal.ZonedDateTime][] = [
    ['week-left', lastDay.subtract({ weeks: 1 })],
    ['day-left', lastDay.subtract({ days: 1 })],
  ]
  const isFrom = (first: Instant, at: Instant) => Temporal.Instant.compare(at, first) >= 0
  const ending = before
    .map(toReminder)
    .filter(({ at }) => isFrom(toInstant(sentAt).add({ hours: LEAST_HOURS_BETWEEN }), at))
  const others = since.map(toReminder).filter(({ at }) => !ending.some((each) => areClose(at, each.at)))
  const first = after.add({ hours: LEAST_HOURS_BETWEEN })
  return (
    [...others, ...ending]
      .filter(({ at }) => isFrom(first, at) && !isFrom(end, at))
      .sort((a, b) => Temporal.Instant.compare(a.at, b.at))[0] ?? null
  )
}

const toReminder = ([kind, moment]: [ReminderKind, Temporal.ZonedDateTime]): Reminder => ({
  kind,
  at: moment.toInstant(),
})

const areClose = (one: Instant, other: Instant): boolean =>
  Math.abs(one.since(other).total('hours')) < LEAST_DAYS_BETWEEN * 24

/** Whether a gift of this state is still spoken of: once opened only before it ends, once used not at all. */
export const isWorthSaying = (kind: ReminderKind, { isOpened }: { isOpened: boolean }): boolean =>
  !isOpened || kind === 'week-left' || kind === 'day-left'
