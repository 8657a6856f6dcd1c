import { paths } from '#web/paths.ts'
import { safePath } from '#web/session/safe-path.ts'

/** A page of ours that someone came from to top up or to store a card, and that they go back to; null: no page. */
export const wayBack = (said: unknown): string | null => safePath(said, '') || null

export const readWayBack = ({ url }: Pick<Request, 'url'>): string | null =>
  wayBack(new URL(url).searchParams.get('from'))

export const wayBackLabel = (from: string): string =>
  from.startsWith(`${paths.budgets}/`)
    ? 'Back to the budget'
    : from === paths.teamTab('plan')
      ? 'Back to the plan'
      : 'Back to where you were'
