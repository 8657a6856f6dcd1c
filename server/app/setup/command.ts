import type { z } from 'zod'
import { proveOperator } from '#server/domains/operators/index.ts'
import { issueMessage } from '#server/platform/http/issue-message.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { type Actor, operatorActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'

type Print = (line: string) => void
type Values = Record<string, string | boolean | undefined>
export interface CommandCall {
  values: Values
  words: readonly string[]
  print: Print
}

/** The words of a setup command are wrong or missing; the message says which. */
export class SetupError extends Error {}

class RolledBack extends Error {}

/**
 * Who acts at the command line: the operator whose code was given, else someone at the machine.
 * @throws SetupError for a code without a name, or a wrong one
 */
export async function commandActor(posy: Posy, { operator, code }: Values): Promise<Actor> {
  if (typeof code !== 'string') return operatorActor
  if (typeof operator !== 'string') throw new SetupError('--code needs --operator, the email address whose code it is')
  return proveOperator(posy, { email: operator, code }).catch((error: unknown) => {
    throw error instanceof Problem ? new SetupError(`--code: ${error.message}`) : error
  })
}

/** Runs a command in one transaction; with `--dry-run` it does everything and keeps nothing. */
export async function inTransaction(
  posy: Posy,
  { values, print }: CommandCall,
  command: (work: Work) => Promise<void>,
): Promise<number> {
  const isDryRun = values['dry-run'] === true
  const actor = await commandActor(posy, values)
  return refusals(print, async () => {
    try {
      await transact(posy, { actor }, async (work) => {
        await command(work)
        if (isDryRun) throw new RolledBack()
      })
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error
      print('Dry run: nothing was changed.')
    }
    return 0
  })
}

/** Says why a command was refused. @returns 1 then, else what the command does */
export async function refusals(print: Print, command: () => Promise<number>): Promise<number> {
  try {
    return await command()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    print([error.message, ...error.details.map(({ path, message }) => `${path}: ${message}`)].join('\n'))
    if (error.code === 'wrong_state' || error.code === 'forbidden') print(error.help)
    return 1
  }
}

/** Reads the values of a command. @throws SetupError naming each wrong one as it is written, `--plan` */
export function read<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const parsed = schema.safeParse(values, { error: issueMessage })
  if (parsed.success) return parsed.data
  throw new SetupError(parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'))
}
