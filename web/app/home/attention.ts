import type { UserState } from '#contract/identity/users.ts'
import { tellApart } from '#web/ui/tell-apart.ts'

/** Something that wants looking at. */
export interface Attention {
  /** Stays the same while it is about the same thing. */
  key: string
  tone: 'warning' | 'danger' | 'info'
  title: string
  text: string
  /** With a team, it is acted in there from then on. */
  action: { to: string; label: string; teamId?: string } | null
  /** How bad it is: once it is worse than when it was dismissed, it is back. */
  level: number
  /** Of what can end and begin again: after so many days it is back as it is. */
  returnsAfterDays?: number
}

/** As it is listed: titles that stand there twice are told apart for who hears what their buttons are about. */
export interface ListedAttention extends Attention {
  name: string
}

/** Named after their team, where the reader has several. */
export const inTeam = (team: string | null, items: readonly Attention[]): readonly Attention[] =>
  team === null ? items : items.map((item) => ({ ...item, title: `${item.title}: ${team}` }))

/** What has failed stands first. */
export const listAttention = (given: readonly Attention[]): readonly ListedAttention[] => {
  const items = given.toSorted((a, b) => Number(isFailure(b)) - Number(isFailure(a)))
  const apart = tellApart(items, ({ title }) => title)
  return items.map((item) => ({ ...item, name: `${item.title}${apart(item)}` }))
}

const isFailure = ({ tone }: Attention): boolean => tone === 'danger'

/** What has failed stands above all else on home; the others, such as that a budget has ended, below what there is to give. */
export const splitAttention = <T extends Attention>(items: readonly T[]) => ({
  failed: items.filter(isFailure),
  others: items.filter((each) => !isFailure(each)),
})

const DAY_MS = 86_400_000

/** What the reader has not dismissed, or what has got worse since. */
export const undismissed = (
  items: readonly Attention[],
  dismissed: UserState['dismissed'],
  now: Date,
): readonly Attention[] =>
  items.filter(({ key, level, returnsAfterDays }) => {
    const last = dismissed[key]
    return (
      !last ||
      level > last.level ||
      (returnsAfterDays !== undefined && now.getTime() >= Date.parse(last.at) + returnsAfterDays * DAY_MS)
    )
  })
