import * as contract from '#contract/operator/programs.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { runAct, TAKES_TWO } from '#web/operator/run-act.server.ts'
import type { OperatorSession } from '#web/operator/session.ts'

export const programIntents = ['program-stop', 'program-start', 'program-secret'] as const
type ProgramIntent = (typeof programIntents)[number]

export const isProgramIntent = (intent: string | null): intent is ProgramIntent =>
  (programIntents as readonly (string | null)[]).includes(intent)

/** Stops a program, or asks that it is started or has a new secret. */
export function runProgramAct(
  session: OperatorSession,
  { form, page, intent }: { form: FormData; page: string; intent: ProgramIntent },
) {
  const { programId, reason } = readForm(form, { programId: exactText, reason: exactText })
  const sent = { params: { id: programId }, body: { reason } }
  if (intent === 'program-stop')
    return runAct(
      session,
      { form, page },
      () => session.call(contract.stopProgram, sent),
      () => 'The program is stopped.',
    )
  const endpoint = intent === 'program-start' ? contract.askForProgramStart : contract.askForProgramSecret
  return runAct(
    session,
    { form, page },
    () => session.call(endpoint, sent),
    () => TAKES_TWO,
  )
}
