import type { Allowance } from '#contract/budgets/participants.ts'
import { paths } from '#web/paths.ts'
import type { Attention } from './attention.ts'

type Over = Pick<Allowance, 'participantId' | 'participantStatus' | 'name' | 'teamName'>

/**
 * Budgets that someone is no longer in: without them there would be nothing but an empty home.
 * @param shown whose card says so already
 */
export const allowancesOver = (over: readonly Over[], shown: Pick<Allowance, 'participantId'> | null): Attention[] =>
  over
    .filter(({ participantId }) => participantId !== shown?.participantId)
    .map(({ participantId, participantStatus, name, teamName }) => ({
      key: `over ${participantId}`,
      level: 1,
      tone: 'info',
      title: participantStatus === 'deleted' ? `You are no longer in ${name}` : `${name} has ended`,
      text: `What you had not spent went back to ${teamName}. Gifts that you sent stay valid.`,
      action: { to: paths.allowanceStatement(participantId), label: 'Your statement' },
    }))
