import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { roleGroups } from '#contract/core/permissions.ts'
import { email as emailShape } from '#contract/core/shapes.ts'
import { createClient, setClientRevoked } from '#server/domains/identity/programs/index.ts'
import { dropSecondFactor } from '#server/domains/identity/second-step/index.ts'
import { userByEmail } from '#server/domains/identity/users/index.ts'
import {
  type CreatedClient,
  createCustomerClient,
  createTillClient,
  openFirstTeam,
  saveSoldPlans,
} from '#server/domains/operators/index.ts'
import { setCreditLimit } from '#server/domains/teams/manage/index.ts'
import { PlansDocument } from '#server/domains/teams/plans/index.ts'
import { issueMessage } from '#server/platform/http/issue-message.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { AT_THE_MACHINE, waitsFor } from '#server/platform/waiting-acts.ts'
import { type CommandCall, inTransaction, read, SetupError } from './command.ts'
import { OPERATOR_USAGE, operatorCommands } from './operator-commands.ts'

const pence = z.coerce.number().int().min(0)

async function importPlans(posy: Posy, call: CommandCall): Promise<number> {
  const [path] = call.words
  if (!path) throw new SetupError('plan import needs a file')
  const document = PlansDocument.safeParse(JSON.parse(await readFile(path, 'utf8')), { error: issueMessage })
  if (!document.success) {
    for (const { path: at, message } of document.error.issues) call.print(`${at.join('.') || 'document'}: ${message}`)
    call.print('Nothing was changed.')
    return 1
  }
  return inTransaction(posy, call, async (work) => {
    for (const { change, name, id } of await saveSoldPlans(work, document.data.plans))
      call.print(`${change.padEnd(10)}${name}  (${id})`)
  })
}

const TeamValues = z.object({
  name: z.string().trim().min(1).max(200),
  plan: z.uuid(),
  admin: emailShape(),
  'first-name': z.string().max(100).optional(),
  surname: z.string().max(100).optional(),
  'business-name': z.string().max(200).optional(),
  domain: z.string().max(253).optional(),
  territory: z.enum(['GB', 'EU']).optional(),
  wallet: z.string().max(100).optional(),
  'credit-pence': pence.optional(),
  operator: z.string().trim().min(1).max(100).default(AT_THE_MACHINE.operator),
})

const createTeam = (posy: Posy, call: CommandCall): Promise<number> => {
  const wanted = read(TeamValues, call.values)
  return inTransaction(posy, call, async (work) => {
    const { teamId, isNew } = await openFirstTeam(work, {
      name: wanted.name,
      planId: wanted.plan,
      businessName: wanted['business-name'],
      domain: wanted.domain,
      territory: wanted.territory,
      walletName: wanted.wallet,
      admin: { email: wanted.admin, firstName: wanted['first-name'], surname: wanted.surname },
    })
    call.print(`${isNew ? 'created  ' : 'unchanged'}  ${wanted.name}  (${teamId})`)
    const creditLimitPence = wanted['credit-pence']
    if (isNew && creditLimitPence) {
      const credit = { teamId, creditLimitPence, operator: wanted.operator, reason: 'With the team' }
      const asked = await setCreditLimit(work, credit)
      if (asked.waits) call.print(waitsFor(asked))
    }
    call.print(`${wanted.admin} is emailed a link to choose a password with, unless they have one.`)
  })
}

const CreditValues = z.object({
  pence,
  reason: z.string().trim().min(3).max(500),
  operator: z.string().trim().min(1).max(100).default(AT_THE_MACHINE.operator),
})

const changeCredit = (posy: Posy, call: CommandCall): Promise<number> => {
  const teamId = read(z.uuid(), call.words[0])
  const { pence: creditLimitPence, ...signed } = read(CreditValues, call.values)
  return inTransaction(posy, call, async (work) => {
    const asked = await setCreditLimit(work, { teamId, creditLimitPence, ...signed })
    call.print(
      asked.waits ? waitsFor(asked) : `Credit limit in pence: ${asked.beforePence} before, ${creditLimitPence} now.`,
    )
  })
}

const ClientValues = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('customer'),
    name: z.string().min(1).max(100).optional(),
    team: z.uuid(),
    role: z.enum(roleGroups).default('team-admin'),
  }),
  z.object({ kind: z.literal('till'), name: z.string().min(1).max(100).optional(), brand: z.uuid() }),
  z.object({ kind: z.literal('web'), name: z.string().min(1).max(100).optional() }),
])

const addClient = (posy: Posy, call: CommandCall): Promise<number> => {
  const [id] = call.words
  if (!id || !/^[a-z0-9][a-z0-9-]{1,60}$/.test(id))
    throw new SetupError('client create needs an id of lower-case letters, digits and hyphens')
  const wanted = read(ClientValues, call.values)
  const name = wanted.name ?? id
  return inTransaction(posy, call, async (work) => {
    if (await work.tx.selectFrom('client').select('id').where('id', '=', id).executeTakeFirst()) {
      call.print(`unchanged  ${id} exists; its secret was shown when it was made`)
      return
    }
    const client = await createWanted(work, { id, name, wanted })
    call.print(`created  ${id}\nCLIENT_ID=${client.id}\nCLIENT_SECRET=${client.secret}\nThe secret is shown this once.`)
  })
}

function createWanted(
  work: Work,
  { id, name, wanted }: { id: string; name: string; wanted: z.output<typeof ClientValues> },
): Promise<CreatedClient> {
  if (wanted.kind === 'web')
    return createClient(work, { id, name, kind: 'web', baseHighballUrl: work.posy.config.publicUrl })
  if (wanted.kind === 'till') return createTillClient(work, { id, name, brand: wanted.brand })
  return createCustomerClient(work, { id, name, teamId: wanted.team, role: wanted.role })
}

const switchClient =
  (isRevoked: boolean) =>
  (posy: Posy, call: CommandCall): Promise<number> => {
    const [clientId] = call.words
    if (!clientId) throw new SetupError('which client?')
    return inTransaction(posy, call, async (work) => {
      await setClientRevoked(work, { clientId, isRevoked })
      call.print(`${clientId} is ${isRevoked ? 'deactivated' : 'active'}.`)
    })
  }

const ReasonValues = z.object({ reason: z.string().trim().min(3).max(500) })

/** For people who lost both their phone and their recovery codes, once the operator knows who asks. */
const removeSecondFactor = (posy: Posy, call: CommandCall): Promise<number> => {
  const email = read(emailShape(), call.words[0])
  const { reason } = read(ReasonValues, call.values)
  return inTransaction(posy, call, async (work) => {
    const user = await userByEmail(work.tx, email)
    if (!user) throw new Problem('not_found', 'There is no account with this address.')
    const wasOn = await dropSecondFactor(work, { userId: user.id, detail: { reason } })
    call.print(wasOn ? `${email} signs in with one step now, and is told by email.` : 'It was off already.')
  })
}

/** The commands that open an installation for business, by their two words. */
export const setupCommands: Record<string, (posy: Posy, call: CommandCall) => Promise<number>> = {
  'plan import': importPlans,
  'team create': createTeam,
  'team credit': changeCredit,
  'client create': addClient,
  'client deactivate': switchClient(true),
  'client reactivate': switchClient(false),
  'second-factor remove': removeSecondFactor,
  ...operatorCommands,
}

export const SETUP_USAGE = `  posy setup [FILE] [--settings FILE] [--dry-run]
                                                 what an empty installation needs, asked for or from a file
                                                 (docs/operations/install.md); ends by saying what is missing
  posy doctor                                    what is set, loaded and reachable; exit 1 where anything is missing
  posy plan import FILE [--dry-run]              make and change plans (docs/operations/plans.md)
  posy team create --name NAME --plan ID --admin EMAIL [--first-name … --surname … --business-name … --domain …
      --territory GB|EU --wallet NAME --credit 5000 --dry-run]
                                                 a customer: team, wallet and admin, who is mailed a link
  posy team credit TEAM --amount N --reason WHY  how much a team may owe by invoice; a large one takes --operator EMAIL
                                                 --code 123456 and waits (posy acts waiting)
  posy client create ID --kind web | customer --team TEAM [--role …] | till --brand BRAND [--name …]
                                                 a program that may ask for tokens; prints its secret once
  posy client deactivate ID · posy client reactivate ID
  posy second-factor remove EMAIL --reason WHY   turns two-step sign-in off for someone who lost phone and recovery codes
${OPERATOR_USAGE}`

export const setupOptions = {
  settings: { type: 'string' },
  name: { type: 'string' },
  plan: { type: 'string' },
  admin: { type: 'string' },
  'first-name': { type: 'string' },
  surname: { type: 'string' },
  'business-name': { type: 'string' },
  domain: { type: 'string' },
  territory: { type: 'string' },
  wallet: { type: 'string' },
  'credit-pence': { type: 'string' },
  pence: { type: 'string' },
  reason: { type: 'string' },
  kind: { type: 'string' },
  team: { type: 'string' },
  role: { type: 'string' },
  brand: { type: 'string' },
} as const
