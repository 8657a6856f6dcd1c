import * as contract from '#contract/awards/person-page.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import type { Posy } from '#server/platform/posy.ts'
import { recipientActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { refuseAward } from './cannot-use.ts'
import { makeCode } from './make-code.ts'
import { openAward } from './open-award.ts'
import { findAward, isProven, serializePersonAward } from './person-page.ts'
import type { FoundAward } from './queries.ts'

interface Asked {
  posy: Posy
  params: { code: string }
  request: { address: string }
}

const page = async ({ posy, params, request }: Asked, proof: string | undefined) => ({
  data: await serializePersonAward(posy, await findAward(posy, request.address, params.code), proof),
})

/** An award that its person has opened lately. @throws forbidden (403) for an old proof, another award's, or none */
async function opened({ posy, params, request }: Asked, proof: string): Promise<FoundAward> {
  const found = await findAward(posy, request.address, params.code)
  if (!found.isReplaced && isProven(posy, found, proof)) return found
  throw new Problem('forbidden', 'This award is to be opened first.', { help: 'Open it again.' })
}

/** What the person does with their award: each of these opens transactions of its own. */
export const personPageRoutes: Route[] = [
  read(contract.lookAtAward, (asked) => page(asked, asked.body.proof)),
  read(contract.openAward, async (asked) => {
    const { posy, params, request, body } = asked
    const found = await findAward(posy, request.address, params.code)
    const proof = found.isReplaced ? null : await openAward(posy, found, body.dateOfBirth)
    return page(asked, proof ?? undefined)
  }),
  read(contract.takeAward, async (asked) => {
    const { rail, shop, proof } = asked.body
    const { award } = await opened(asked, proof)
    const made = await makeCode(asked.posy, award.id, { rail, shop }, recipientActor)
    if (made === 'refused')
      throw new Problem('unavailable', 'This way to be paid does not work now. No code was made and no money moved.')
    return page(asked, proof)
  }),
  read(contract.refuseAward, async (asked) => {
    await refuseAward(asked.posy, await opened(asked, asked.body.proof), asked.body.reason)
    return page(asked, asked.body.proof)
  }),
]
