import { z } from 'zod'
import { iso } from '#kit/time.ts'
import type { Posy } from '#server/platform/posy.ts'
import { confirmWaitingAct, refuseWaitingAct, waitingActs } from '#server/platform/waiting-acts.ts'
import { type CommandCall, inTransaction, read } from './setup/command.ts'

const SignedValues = z.object({
  operator: z.string().trim().min(1, 'who does this').max(100),
  reason: z.string().trim().min(3, 'why').max(500),
})

const ConfirmValues = SignedValues.extend({
  seen: z.string({ error: 'the version that posy acts waiting shows beside what waits' }).trim().min(1),
})

async function listWaiting(posy: Posy, { print }: CommandCall): Promise<number> {
  const waiting = await waitingActs(posy, posy.db)
  for (const { id, says, subject, version, askedBy, askedAt, reason } of waiting)
    print(
      `${id}  ${says} (${subject.kind} ${subject.id}, version ${version}), asked for by ${askedBy} on ${iso(askedAt)}: ${reason}`,
    )
  print(waiting.length === 0 ? 'Nothing waits for another operator.' : `${waiting.length} wait for another operator.`)
  return 0
}

const confirm = (posy: Posy, call: CommandCall): Promise<number> => {
  const id = read(z.uuid(), call.words[0])
  const wish = read(ConfirmValues, call.values)
  return inTransaction(posy, call, async (work) => {
    const { says, isAlone } = await confirmWaitingAct(work, { id, ...wish })
    call.print(`${says}: done${isAlone ? ' by the one who asked for it, which is marked' : ''}.`)
  })
}

const refuse = (posy: Posy, call: CommandCall): Promise<number> => {
  const id = read(z.uuid(), call.words[0])
  const signed = read(SignedValues, call.values)
  return inTransaction(posy, call, async (work) => {
    const { says } = await refuseWaitingAct(work, { id, ...signed })
    call.print(`${says}: refused. Nothing of it is done.`)
  })
}

/** By their two words. */
export const actCommands: Record<string, (posy: Posy, call: CommandCall) => Promise<number>> = {
  'acts waiting': listWaiting,
  'acts confirm': confirm,
  'acts refuse': refuse,
}

/** Commands that open a second operator's secret. */
export const ACT_NEEDS: Record<string, string> = { 'acts confirm': 'SESSION_SECRET' }

export const ACT_USAGE = `  posy acts waiting                              large sums that one operator asked to move, and another confirms
  posy acts confirm ID --seen VERSION --operator EMAIL --code 123456 --reason TEXT · posy acts refuse ID --operator NAME --reason TEXT
`
