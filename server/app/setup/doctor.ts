import { describeChecks, type InstallationCheck, openChecks } from '#contract/operator/overview.ts'
import { examine, senderDomain } from '#server/domains/operators/index.ts'
import type { Posy } from '#server/platform/posy.ts'

const MARKS: Record<InstallationCheck['state'], string> = {
  ok: 'ok      ',
  missing: 'missing ',
  failed: 'FAILED  ',
  sandbox: 'sandbox ',
  'left-out': 'without ',
}

/** Commands do without these settings: their operator would hear of them when the first process does not start. */
const toStart = ({ config }: Posy): InstallationCheck[] =>
  config.missingToStart.map((what) => ({ name: 'Start', state: 'missing', what }))

/** `posy doctor`. @returns the exit code: 0 when nothing failed or is missing */
export async function printExamination(posy: Posy, print: (line: string) => void): Promise<number> {
  const findings = [...(await examine(posy)), await senderDomain(posy), ...toStart(posy)]
  for (const { name, state, what } of findings) print(`${MARKS[state]}${name.padEnd(24)}${what}`)
  print(describeChecks(findings))
  return openChecks(findings).length === 0 ? 0 : 1
}
