import { letAddressAgain } from '#server/domains/delivery/index.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'

/** `posy address allow ADDRESS`. @returns the exit code: 1 where its owner stopped messages */
export async function allowAddress(posy: Posy, address: string, print: (line: string) => void): Promise<number> {
  try {
    const reason = await transact(posy, { actor: operatorActor }, (work) => letAddressAgain(work, address))
    print(`It gets messages again. It had been stopped: ${reason}.`)
    return 0
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    print(error.message)
    return error.code === 'not_found' ? 0 : 1
  }
}
