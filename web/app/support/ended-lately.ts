import type { Grant } from '#contract/awards/grants.ts'
import type { Permission } from '#contract/core/permissions.ts'
import { formatMoney } from '#kit/money.ts'
import type { Attention } from '#web/app/home/attention.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'

type Can = { can: (wanted: readonly Permission[]) => boolean }

/** Requests that no one decided on, and awards that were not used, of the last seven days: for those who decide, and who fund. */
export function endedLately(session: Can, grants: readonly Pick<Grant, 'endedLately'>[]): Attention[] {
  if (!session.can(['approve-awards', 'manage-grants'])) return []
  const sum = (which: 'undecided' | 'unused') =>
    grants.reduce(
      (all, { endedLately: ended }) => ({
        awards: all.awards + ended[which].awards,
        amount: all.amount + ended[which].amount,
      }),
      { awards: 0, amount: 0 },
    )
  const [undecided, unused] = [sum('undecided'), sum('unused')]
  const back = (pence: number) => `In the last seven days; ${formatMoney(pence, 'GBX')} went back to the grants.`
  const items: (Attention & { awards: number })[] = [
    {
      ...{ key: 'awards not decided', tone: 'warning', level: undecided.awards, awards: undecided.awards },
      title: `${plural(undecided.awards, 'request')} for an award ended, for no one decided in time`,
      text: back(undecided.amount),
      action: { to: paths.awardsNotDecided, label: 'View' },
    },
    {
      ...{ key: 'awards expired unused', tone: 'info', level: unused.awards, awards: unused.awards },
      title: `${plural(unused.awards, 'award')} ended without being used`,
      text: back(unused.amount),
      action: { to: paths.awardsExpired, label: 'View' },
    },
  ]
  return items.flatMap(({ awards, ...item }) => (awards ? [{ ...item, returnsAfterDays: 7 }] : []))
}
