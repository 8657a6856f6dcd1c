import type { CallResult } from '#contract/core/invoke.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import type { Session } from './session.ts'

/** Not about what was typed: whose page it is, and whether it is there. */
const OF_THE_PAGE = [401, 403, 404]

/** What a dry run said, or why it was refused: that is shown in its form, and never in the place of the page. */
export function dryRun<T>(
  session: Session,
  result: CallResult<T>,
): { value: T; refused?: never } | { refused: Failure; value?: never } {
  if (result.ok) return { value: result.value }
  const refused = toFormFailure(result.problem)
  if (OF_THE_PAGE.includes(refused.status)) session.unwrap(result)
  return { refused }
}

/** A refusal as sentences above a list: what it says of single fields, else what it says of all. */
export const refusalSentences = ({ fields, message }: Failure): string[] => {
  const said = [...new Set(Object.values(fields))].slice(0, 5)
  return said.length ? said.map((each) => `${each.replace(/\.$/, '')}.`) : [message]
}
