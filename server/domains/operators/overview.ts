import type { OperatorRole } from '#contract/core/operators.ts'
import type { Posy } from '#server/platform/posy.ts'
import { desk } from './desk.ts'
import { examine } from './examine.ts'
import { failedSignIns } from './sign-in-failures.ts'

/** What the console opens with: what the installation lacks, what waits for an operator, and who could not sign in to it. */
export async function overview(posy: Posy, role: OperatorRole) {
  const [checks, waiting, signInFailures] = await Promise.all([examine(posy), desk(posy, role), failedSignIns(posy)])
  return { checks, signInFailures, waiting }
}
