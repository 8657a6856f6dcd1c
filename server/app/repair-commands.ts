import { sql } from 'kysely'
import { z } from 'zod'
import {
  askForRepair,
  confirmRepair,
  type RepairKind,
  repairable,
  repairKinds,
} from '#server/domains/purchases/repairs/index.ts'
import { teamsByIds } from '#server/domains/teams/team/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { vatChecks } from './reconcile-vat.ts'
import { type CommandCall, commandActor, SetupError } from './setup/command.ts'

const titles: Record<RepairKind, string> = {
  'given-codes': 'codes that had been given out and expired on our date',
  'stranded-money': 'money that stranded on part-paid invoices',
  'choice-remainders': 'what choices of earlier releases left over, given back only if you wish',
}

const isRepairKind = (text: unknown): text is RepairKind => repairKinds.includes(text as RepairKind)

/** `posy repair`: what would be done, and what could not, by kind and team. Changes nothing. @returns 1 where anything is left */
async function list(posy: Posy, { print }: CommandCall): Promise<number> {
  let left = 0
  for (const kind of repairKinds) {
    const broken = await repairable(posy, kind)
    if (kind !== 'choice-remainders') left += broken.length
    print(`${kind}: ${titles[kind]}: ${broken.length || 'none'}`)
    const teamIds = [...new Set(broken.map(({ teamId }) => teamId))]
    const names = new Map((await teamsByIds(posy.db, teamIds)).map(({ id, name }) => [id, name]))
    const groups = Map.groupBy(broken, ({ teamId, currency }) => `${teamId} ${currency}`)
    for (const [teamAndCurrency, all] of groups) {
      const can = all.filter(({ why }) => why === null)
      const pence = can.reduce((sum, each) => sum + each.pence, 0)
      print(`  ${teamAndCurrency}  ${names.get(all[0]!.teamId) ?? ''}: ${can.length}, ${pence} pence`)
      for (const { subjectId, why } of all) if (why) print(`    ${subjectId} stays as it is: ${why}`)
    }
  }
  return left + (await listWhatStays(posy, print)) > 0 ? 1 : 0
}

/** What no repair changes. @returns how many months of VAT differ */
async function listWhatStays({ db }: Posy, print: CommandCall['print']): Promise<number> {
  print('claim counters that were closed for years: none are left since release 0362')
  let months = 0
  for (const query of Object.values(vatChecks)) {
    const { rows } = await sql<{ subject: string; expected: string; found: string }>`
      select subject::text, expected::text, found::text from (${query}) as finding order by subject`.execute(db)
    months += rows.length
    for (const { subject, expected, found } of rows) print(`VAT ${subject}: expected ${expected}, found ${found}`)
  }
  if (months === 0) print('VAT of past months: the books and the papers agree')
  return months
}

/** Says what is refused and why. */
async function refusing({ print }: CommandCall, command: () => Promise<number>): Promise<number> {
  try {
    return await command()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    print(error.message)
    if (error.code === 'wrong_state' || error.code === 'forbidden') print(error.help)
    return 1
  }
}

function signed({ values }: CommandCall): { operator: string; reason: string } {
  const { operator, reason } = values
  if (typeof operator !== 'string' || typeof reason !== 'string' || !operator.trim() || !reason.trim())
    throw new SetupError('this needs --operator EMAIL, --code and --reason TEXT')
  return { operator: operator.trim(), reason: reason.trim() }
}

/** `posy repair ask`. @returns 1 while it waits for a second operator */
async function ask(posy: Posy, call: CommandCall): Promise<number> {
  const { values, print } = call
  const { kind } = values
  if (!isRepairKind(kind)) throw new SetupError(`--kind: must be one of ${repairKinds.join(', ')}`)
  const wish = { kind, ...signed(call) }
  const actor = await commandActor(posy, values)
  return refusing(call, async () => {
    const asked = await askForRepair(posy, wish, actor)
    if (!asked) {
      print('There is nothing of this kind to repair.')
      return 0
    }
    print(
      `${asked.steps === 1 ? 'One step' : `${asked.steps} steps`}, and nothing has changed yet. Another operator confirms with:`,
    )
    print(`posy repair confirm ${asked.id} --operator EMAIL --code 123456 --reason TEXT`)
    print('Alone, you can after 24 hours.')
    return 1
  })
}

/** `posy repair confirm`. @returns 1 where steps were refused */
async function confirm(posy: Posy, call: CommandCall): Promise<number> {
  const { values, words, print } = call
  const [id] = words
  if (!z.uuid().safeParse(id).success) throw new SetupError('which repair? posy repair ask says its id')
  const wish = { id: id!, ...signed(call) }
  const actor = await commandActor(posy, values)
  return refusing(call, async () => {
    const { done, refused } = await confirmRepair(posy, wish, actor)
    print(`${done} repaired; the admins of their teams are told.`)
    for (const { subjectId, why } of refused) print(`${subjectId}: ${why}`)
    return refused.length ? 1 : 0
  })
}

export const REPAIR_USAGE = `  posy repair                                    what faults of earlier releases left wrong, and what would be done; changes nothing
  posy repair ask --kind ${repairKinds.join('|')} --operator EMAIL --code 123456 --reason TEXT   ask for it; nothing changes yet
  posy repair confirm ID --operator EMAIL --code 123456 --reason TEXT   by another operator: do it, and tell the teams' admins
`

export const REPAIR_NEEDS: Record<string, string> = {
  'repair ask': 'SESSION_SECRET',
  'repair confirm': 'SESSION_SECRET',
}

export const repairCommands: Record<string, (posy: Posy, call: CommandCall) => Promise<number>> = {
  repair: list,
  'repair ask': ask,
  'repair confirm': confirm,
}
