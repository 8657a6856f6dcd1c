import type { Allowance } from '#contract/budgets/participants.ts'
import { undelivered } from '#web/app/activity/labels.ts'
import { paths, withQuery } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import type { Attention } from './attention.ts'

/** Gifts of the reader’s other budgets that did not arrive: the one acted in, and theirs, are on no page together. */
export const undeliveredElsewhere = (allowances: readonly Allowance[], teamId: string | null): Attention[] =>
  allowances
    .filter((allowance) => allowance.teamId !== teamId && allowance.undelivered > 0)
    .map(({ teamId: of, name, undelivered: gifts }) => ({
      key: `undelivered in ${of}`,
      tone: 'danger',
      level: gifts,
      title: `${plural(gifts, 'gift')} could not be delivered: ${name}`,
      text: `You sent ${gifts === 1 ? 'it' : 'them'} from ${name}. Opening it makes ${name} the budget that you act in.`,
      action: {
        to: withQuery(paths.gifts, { status: undelivered.states[0]! }),
        label: `Open ${name}`,
        teamId: of,
      },
    }))
