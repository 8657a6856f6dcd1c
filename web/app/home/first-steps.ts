import type { Team } from '#contract/teams/teams.ts'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { paths } from '#web/paths.ts'

/** Under which home’s reader dismisses them. */
export const FIRST_STEPS_KEY = 'first-steps'

/** One thing on the way to the first gift. */
export interface FirstStep {
  title: string
  isDone: boolean
  to: string
}

/** What a new team does until its first gift has been sent. */
export const firstSteps = (
  team: Pick<Team, 'businessEntityName' | 'businessAddress'>,
  wallets: readonly Pick<Wallet, 'id' | 'balance'>[],
  colleagues: number,
  hasSent = false,
): FirstStep[] => [
  {
    title: 'Add your business name and address for invoices',
    isDone: Boolean(team.businessEntityName && team.businessAddress?.line1),
    to: paths.teamTab('details'),
  },
  {
    title: 'Put money in your wallet',
    isDone: hasSent || wallets.some(({ balance }) => balance > 0),
    to: wallets[0] ? paths.walletTab(wallets[0].id, 'card') : paths.wallets,
  },
  { title: 'Invite a colleague', isDone: colleagues > 1, to: paths.teamTab('invites') },
  { title: 'Send your first gift', isDone: hasSent, to: paths.send },
]
