import type { CallError } from '#client/errors.ts'
import { isPass, type Result } from '#client/result.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import type { Session } from './session.ts'

/** Not about what was typed: whose page it is, and whether it is there. */
const OF_THE_PAGE = [401, 403, 404]

/** What a dry run said, or why it was refused: that is shown in its form, and never in the place of the page. */
export function dryRun<T>(
  session: Session,
  result: Result<T, CallError>,
): { value: T; refused?: never } | { refused: Failure; value?: never } {
  if (isPass(result)) return { value: result.pass }
  const refused = toFormFailure(result.fail!)
  if (OF_THE_PAGE.includes(refused.status)) session.unwrap(result)
  return { refused }
}

/** A refusal as sentences above a list: what it says of single fields, else what it says of all. */
export const refusalSentences = ({ fields, message }: Failure): string[] => {
  const said = [...new Set(Object.values(fields))].slice(0, 5)
  return said.length ? said.map((each) => `${each.replace(/\.$/, '')}.`) : [message]
}
