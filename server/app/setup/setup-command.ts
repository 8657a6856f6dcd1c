import { createInterface } from 'node:readline/promises'
import type { Posy } from '#server/platform/posy.ts'
import { type Ask, askForSetup } from './ask.ts'
import { type CommandCall, SetupError } from './command.ts'
import { readSetup } from './document.ts'
import { requireWritable, runSetup } from './run-setup.ts'

/** `posy setup [FILE]`: from a file, or by asking at the terminal. */
export async function setup(posy: Posy, call: CommandCall): Promise<number> {
  const [path] = call.words
  const settingsPath = typeof call.values.settings === 'string' ? call.values.settings : undefined
  if (settingsPath) await requireWritable(settingsPath)
  if (path) return runSetup(posy, call, { document: await readSetup(path), settingsPath })
  if (!process.stdin.isTTY)
    throw new SetupError('posy setup needs a file, or a terminal to ask at: see docs/operations/install.md')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ask: Ask = async (question, fallback) =>
    (await terminal.question(`${question}${fallback ? ` [${fallback}]` : ''}: `)).trim() || (fallback ?? '')
  try {
    return await guideSetup(posy, call, { ask, settingsPath })
  } finally {
    terminal.close()
  }
}

/** Asks, shows what would be done, and does it once that is agreed to. */
export async function guideSetup(
  posy: Posy,
  call: CommandCall,
  { ask, settingsPath }: { ask: Ask; settingsPath: string | undefined },
): Promise<number> {
  const document = await askForSetup(posy, ask, call.print)
  const tried = await runSetup(
    posy,
    { ...call, values: { ...call.values, 'dry-run': true } },
    { document, settingsPath },
  )
  if (tried !== 0 || call.values['dry-run'] === true) return tried
  const isAgreed = (await ask('Do this? yes or no', 'no')).toLowerCase() === 'yes'
  if (isAgreed) return runSetup(posy, call, { document, settingsPath })
  call.print('Nothing was changed.')
  return 1
}
