import { z } from 'zod'
import { operatorRoles } from '#contract/core/operators.ts'
import { email as emailShape } from '#contract/core/shapes.ts'
import {
  addOperator,
  deactivateOperator,
  operators,
  resetOperator,
  setSecondAddress,
} from '#server/domains/operators/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type CommandCall, inTransaction, read } from './command.ts'

const AddValues = z.object({
  role: z.enum(operatorRoles),
  name: z.string().trim().min(1).max(100).optional(),
})
const reason = z.string().trim().min(3).max(500)
const ResetValues = z.object({ role: z.enum(operatorRoles).optional(), reason })

const readEmailAddress = ({ words }: CommandCall): string => read(emailShape(), words[0])

export const operatorLink = ({ config }: Posy, token: string): string =>
  `${config.publicUrl}/operator/password?token=${token}`

const printLink = (posy: Posy, { print }: CommandCall, token: string) => {
  print(`They choose a password here within a day, and add an authenticator app when they first sign in:`)
  print(operatorLink(posy, token))
}

const add = (posy: Posy, call: CommandCall): Promise<number> => {
  const email = readEmailAddress(call)
  const { role, name = email.split('@')[0]! } = read(AddValues, call.values)
  return inTransaction(posy, call, async (work) => {
    const { token } = await addOperator(work, { email, name, role }, 'posy operator add')
    call.print(`${email} is an operator with the role ${role}.`)
    printLink(posy, call, token)
  })
}

const reset = (posy: Posy, call: CommandCall): Promise<number> => {
  const email = readEmailAddress(call)
  const wanted = read(ResetValues, call.values)
  return inTransaction(posy, call, async (work) => {
    const { token } = await resetOperator(work, { email, ...wanted })
    call.print(`${email} is signed out everywhere; the password and the second factor are forgotten.`)
    printLink(posy, call, token)
  })
}

const deactivate = (posy: Posy, call: CommandCall): Promise<number> => {
  const email = readEmailAddress(call)
  const wanted = read(z.object({ reason }), call.values)
  return inTransaction(posy, call, async (work) => {
    await deactivateOperator(work, { email, ...wanted })
    call.print(`${email} is no longer an operator.`)
  })
}

const secondAddress = (posy: Posy, call: CommandCall): Promise<number> => {
  const email = readEmailAddress(call)
  const address = read(emailShape(), call.words[1])
  const wanted = read(z.object({ reason }), call.values)
  return inTransaction(posy, call, async (work) => {
    await setSecondAddress(work, { email, address, ...wanted })
    call.print(
      `${email} is told at ${address.toLowerCase()} of what one operator does alone. Both addresses are mailed.`,
    )
  })
}

async function list(posy: Posy, { print }: CommandCall): Promise<number> {
  for (const { email, role, name, isActive, hasSecondFactor } of await operators(posy.db))
    print(
      `${isActive ? role.padEnd(9) : 'ended    '}${email}  ${name}${isActive && !hasSecondFactor ? '  (has not signed in yet)' : ''}`,
    )
  return 0
}

export const operatorCommands = {
  'operator add': add,
  'operator reset': reset,
  'operator deactivate': deactivate,
  'operator second-address': secondAddress,
  'operator list': list,
}

export const OPERATOR_USAGE = `  posy operator add EMAIL --role support | finance | owner [--name NAME]
                                                 someone who may use the console at /operator; prints a one-time link
  posy operator reset EMAIL --reason WHY [--role …]   a new link for someone who lost password or phone, or is back
  posy operator second-address EMAIL ADDRESS --reason WHY   where an owner is told of what one operator does alone
  posy operator deactivate EMAIL --reason WHY · posy operator list
`
