import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { lockGiftById } from '../change/index.ts'
import { heldAttempt } from './lease-attempt.ts'
import { refuse } from './record-attempt.ts'

const toStdout = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * As `releaseVoucher`, in a transaction of the caller's.
 * @returns the reference of the order that is given up
 * @throws wrong_state (409) where no issuer is being asked
 */
export async function freeVoucher(work: Work, hugggId: string): Promise<string> {
  const open = await work.tx
    .selectFrom('voucher_attempt')
    .select('team_id')
    .where(({ eb, cast }) => eb(cast<string>('huggg_id', 'text'), '=', hugggId.toLowerCase()))
    .where('state', '=', 'asking')
    .executeTakeFirst()
  if (!open) throw new Problem('wrong_state', 'No issuer is being asked for a code of this gift.')
  await lockGiftById(work.tx, hugggId)
  const attempt = (await heldAttempt(work, hugggId))!
  if (attempt.state !== 'asking') throw new Problem('wrong_state', 'Its issuer has just answered.')
  if (attempt.leased_until && attempt.leased_until.getTime() > work.posy.wall.nowMs())
    throw new Problem('wrong_state', 'Its issuer is being asked at this moment.')
  await refuse(work, attempt, 'released by the operator')
  await work.audit('huggg.voucher-released', { kind: 'huggg', id: hugggId }, { teamId: open.team_id })
  return attempt.client_request_id
}

/**
 * `posy codes release HUGGG`: an issuer that gave no answer has confirmed, outside this program, that it issued nothing for
 * the gift. It is as it was before: a new order may be tried, and it can be cancelled or expire.
 * @returns the exit code: 0 when it was freed, 1 when nothing was being asked for
 */
export async function releaseVoucher(posy: Posy, hugggId: string, print = toStdout): Promise<number> {
  try {
    const reference = await transact(posy, { actor: operatorActor }, (work) => freeVoucher(work, hugggId))
    print(`Order ${reference} was given up. Should it turn out to have been issued, have the issuer cancel it.`)
    return 0
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    print(`${error.message} Nothing was changed.`)
    return 1
  }
}
