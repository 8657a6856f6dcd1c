import type { z } from 'zod'
import { Problem } from '#server/kit/problem.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'

type Print = (line: string) => void
type Values = Record<string, string | boolean | undefined>
export interface Call {
  values: Values
  words: readonly string[]
  print: Print
}

/** The words of a setup command are wrong or missing; the message says which. */
export class SetupError extends Error {}

class RolledBack extends Error {}

/** Runs a command in one transaction; with `--dry-run` it does everything and keeps nothing. */
export async function inTransaction(
  posy: Posy,
  { values, print }: Call,
  command: (work: Work) => Promise<void>,
): Promise<number> {
  const isDryRun = values['dry-run'] === true
  try {
    await transact(posy, { actor: operatorActor }, async (work) => {
      await command(work)
      if (isDryRun) throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) {
      if (!(error instanceof Problem)) throw error
      print([error.message, ...error.details.map(({ path, message }) => `${path}: ${message}`)].join('\n'))
      return 1
    }
    print('Dry run: nothing was changed.')
  }
  return 0
}

/** Reads the values of a command. @throws SetupError naming each wrong one as it is written, `--plan` */
export function read<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  throw new SetupError(parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'))
}
