import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { operatorRoles } from '#contract/core/operators.ts'
import { roleGroups } from '#contract/core/permissions.ts'
import { email } from '#contract/core/shapes.ts'
import { PlansDocument } from '#server/domains/teams/plans/index.ts'
import { issueMessage } from '#server/platform/http/issue-message.ts'
import { SetupError } from './command.ts'

const name = z.string().trim().min(1).max(200)
const clientId = z.string().regex(/^[a-z0-9][a-z0-9-]{1,60}$/, 'must be of lower-case letters, digits and hyphens')

const Operator = z.strictObject({
  email: email(),
  role: z.enum(operatorRoles),
  name: name.optional(),
  /** Where an owner is told of what one operator does alone. */
  secondAddress: email().optional(),
})

const Team = z.strictObject({
  name,
  /** Its id, or its name in the file of plans. */
  plan: name,
  admin: z.strictObject({ email: email(), firstName: name.optional(), surname: name.optional() }),
  businessName: name.optional(),
  domain: z.string().max(253).optional(),
  territory: z.enum(['GB', 'EU']).optional(),
  wallet: z.string().min(1).max(100).optional(),
  /** Of a team that is made now; later it is changed with a reason. */
  creditPence: z.int().min(0).optional(),
})

const Client = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('customer'),
    id: clientId,
    name: name.optional(),
    team: name,
    role: z.enum(roleGroups).default('team-admin'),
  }),
  z.strictObject({ kind: z.literal('till'), id: clientId, name: name.optional(), brand: name }),
])

const line = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^"\n\r\\$`]*$/, 'may hold no quotes, backslashes, dollar signs or line ends')
const Seller = z.strictObject({
  name: line,
  address: line,
  companyNumber: line.optional(),
  vatNumber: line.optional(),
})
const Bank = z.strictObject({
  accountName: line,
  sortCode: z.string().regex(/^\d\d-\d\d-\d\d$/, 'must look like 12-34-56'),
  accountNumber: z.string().regex(/^\d{8}$/, 'must be 8 digits'),
  iban: line.optional(),
  bic: line.optional(),
})

/** What an installation is to have; every part may be left out. */
export const SetupDocument = z.strictObject({
  operators: z.array(Operator).max(100).default([]),
  seller: Seller.optional(),
  bank: Bank.optional(),
  webClient: clientId.optional(),
  /** Files of their own, beside this one: paths in the file, contents here. */
  plans: PlansDocument.optional(),
  catalogue: z.unknown().optional(),
  teams: z.array(Team).max(100).default([]),
  clients: z.array(Client).max(100).default([]),
})
export type SetupDocument = z.output<typeof SetupDocument>

/** @throws SetupError naming every field that is wrong */
export async function readSetup(path: string): Promise<SetupDocument> {
  const Paths = z.looseObject({ plans: z.string().optional(), catalogue: z.string().optional() })
  const paths = Paths.safeParse(await readJson(path))
  if (!paths.success) throw new SetupError(`${path}: plans and catalogue are names of files`)
  const beside = async (file: string | undefined) => file && (await readJson(resolve(dirname(path), file)))
  return checkSetup({
    ...paths.data,
    plans: (await beside(paths.data.plans)) || undefined,
    catalogue: (await beside(paths.data.catalogue)) || undefined,
  })
}

/** @throws SetupError naming every field that is wrong */
export function checkSetup(given: unknown): SetupDocument {
  const parsed = SetupDocument.safeParse(given, { error: issueMessage })
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
  throw new SetupError(`${problems.join('\n')}\nNothing was changed.`)
}

export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new SetupError(`${path}: ${(error as Error).message}. Nothing was changed.`)
  }
}
