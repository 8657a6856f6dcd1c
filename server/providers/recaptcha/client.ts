import { z } from 'zod'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Captcha } from '#server/providers/recaptcha/types.ts'

const Verdict = z.object({ success: z.boolean(), score: z.number().optional() })
/** Version 3 gives a score; below this it took the visitor for a program. */
const MIN_SCORE = 0.5
const TIMEOUT_MS = 5000

/** reCAPTCHA: asks Google's `siteverify` about each token, which it answers once. */
export const openRecaptcha = ({
  secretKey,
  baseUrl,
}: {
  secretKey: string
  /** Google's own, or where it is reached from countries without Google; without a trailing slash. */
  baseUrl: string
}): Captcha => ({
  isPerson: async ({ token, address }) => {
    const body = new URLSearchParams({ secret: secretKey, response: token, remoteip: address })
    const answer = await fetch(`${baseUrl}/api/siteverify`, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
      .then(async (response) => Verdict.parse(await response.json()))
      .catch((cause: unknown) => {
        throw new Problem('unavailable', 'We cannot check just now whether you are a person.', { cause })
      })
    return answer.success && (answer.score ?? 1) >= MIN_SCORE
  },
})
