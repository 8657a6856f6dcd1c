import type { z } from 'zod'
import type { listProgramRequests } from '#contract/operator/programs.ts'
import { isUuid } from '#kit/uuid.ts'
import { pageTill } from '#server/domains/hugggs/till/index.ts'
import { apiRequestsPage } from '#server/domains/identity/programs/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { customerProgram, serializeProgram, teamKey } from './queries.ts'

/** What a program asked, and which it is: one with credentials of its own, or an API key. @throws not_found (404) */
export async function programRequests(
  { db, wall }: Pick<Posy, 'db' | 'wall'>,
  id: string,
  query: z.output<typeof listProgramRequests.query>,
) {
  const key = isUuid(id) ? await teamKey(db, id, new Date(wall.nowMs())) : undefined
  const program = key ? { ...key, where: key.teamName } : found(await customerProgram(db, id), 'program')
  const { teamId, teamName, where } = program
  const brand = 'brandId' in program ? program : null
  const page = await apiRequestsPage(db, key ? { keyId: id } : { clientId: id }, query)
  return {
    ...page,
    program: {
      ...serializeProgram(program),
      customer: teamId !== null && teamName !== null ? { id: teamId, name: teamName } : null,
      where,
      merchant: brand?.brandId && brand.brandName ? { id: brand.brandId, name: brand.brandName } : null,
      till: key ? null : await pageTill(db, id, new Date(wall.nowMs())),
    },
  }
}
