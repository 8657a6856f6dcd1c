import type { CallProblem } from '#contract/core/invoke.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { refusalFor, sentenceFor } from '#web/messages.ts'
import { formatMoment } from '#web/ui/format.ts'

const NO_SUCH_GIFT =
  'No gift of this shop has this code. Nothing was taken. Check it letter by letter; gifts for other shops are not redeemed here.'

/** Said in our words where those of the API are for programs. */
const sentences: Partial<Record<CallProblem['code'], string>> = {
  not_found: NO_SUCH_GIFT,
  not_this_merchant: NO_SUCH_GIFT,
  already_redeemed: 'This gift has been used already. Nothing was taken now.',
  idempotency_key_reused:
    'This page has been used before, with another amount. Nothing was taken now. Check today’s list, then type the code again.',
  too_many_requests: 'Too many codes that are not known. Wait a few minutes, then type the code again.',
  invalid_grant: 'This code is not known, was used before, or has run out. Ask for a new one.',
}

/** Why nothing was taken. */
export function tillSentence(problem: CallProblem): string {
  if (problem.status >= 500)
    return 'We did not hear whether it went through. Press again: the same press never takes anything twice.'
  const [first] = problem.details
  if (problem.status === 422 && first) {
    const said = first.path === 'amount' ? `This amount ${first.message}` : `${sentenceFor(first)}`
    return `${said}. Nothing was taken.`
  }
  if (first?.reason?.code === 'used_before')
    return `${sentenceFor(first)} on ${formatMoment(first.reason.at, BUSINESS_ZONE)}. Nothing was taken now.`
  const { message, help } = refusalFor(problem)
  return sentences[problem.code] ?? [message, help].filter(Boolean).join(' ')
}
