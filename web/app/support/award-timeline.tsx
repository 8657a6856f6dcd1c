import type { AwardDetail } from '#contract/awards/awards.ts'
import { cannotUseLabels } from '#contract/awards/cannot-use.ts'
import { formatMoney } from '#kit/money.ts'
import activity from '#web/app/activity/activity.module.css'
import { useZone } from '#web/app/shell/app-data.ts'
import { capitalise, formatFull } from '#web/ui/format.ts'
import { awardStates, NOT_DECIDED } from './labels.ts'

type Entry = AwardDetail['timeline'][number]

const actors: Record<string, string> = {
  user: 'by your team',
  client: 'by a program of yours',
  recipient: 'by the person',
  operator: 'by our support',
  system: 'automatically',
}

/** What was noted without a change of state. */
const notes: Record<NonNullable<Entry['note']>, string> = {
  'cannot-use': 'They cannot use it',
  'letter-printed': 'Letter printed',
  'link-shown': 'Link shown',
  locked: 'Locked: three wrong dates of birth',
  'not-delivered': 'Did not arrive',
  settled: 'Settled',
  unlocked: 'Unlocked',
}

const isUndecided = ({ from, to }: Entry): boolean => from === 'referred' && to === 'expired'

export function entryTitle(entry: Entry, currency: string): string {
  if (entry.note) return notes[entry.note]
  if (isUndecided(entry)) return NOT_DECIDED
  const { label } = awardStates[entry.to]
  return entry.to === 'part-cashed' ? `${label}: ${formatMoney(entry.paid, currency)} so far` : label
}

/** What is told beside it: of what its title says already nothing, and of a note what follows its first words. */
export function entryReason(entry: Entry): string | null {
  const { note, reason, cannotUse } = entry
  if (cannotUse) return cannotUseLabels[cannotUse]
  if (!reason || isUndecided(entry) || note === 'locked' || note === 'link-shown' || note === 'letter-printed')
    return null
  return capitalise(note === 'unlocked' || note === 'settled' ? reason.slice(reason.indexOf(': ') + 2) : reason)
}

/** All that happened to an award, the oldest first. */
export function AwardTimeline({ entries, currency }: { entries: readonly Entry[]; currency: string }) {
  const zone = useZone()
  return (
    <ol className={activity.timeline}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what happened keeps its place
        <li key={index}>
          <strong>{entryTitle(entry, currency)}</strong>
          <span className="muted small">
            <time dateTime={entry.at}>{formatFull(entry.at, zone)}</time> ·{' '}
            {entry.by.name ? `by ${entry.by.name}` : (actors[entry.by.kind] ?? 'automatically')}
          </span>
          {entryReason(entry) ? <span>{entryReason(entry)}</span> : null}
        </li>
      ))}
    </ol>
  )
}
