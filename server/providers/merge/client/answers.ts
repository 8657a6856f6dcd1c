import { z } from 'zod'
import { email } from '#contract/core/shapes.ts'
import type { Employee, EmploymentStatus, HrGroup } from '#server/providers/merge/types.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null)

export const Page = z.object({ next: text, results: z.array(z.unknown()) })
export const LinkToken = z.object({ link_token: z.string().min(1) })
export const AccountToken = z.object({
  account_token: z.string().min(1),
  integration: z.object({ name: z.string().min(1), slug: z.string().min(1) }),
})
export const Integration = z.object({
  name: z.string().min(1),
  slug: z.string().min(1),
  categories: z.array(z.string()).default([]),
  image: text,
  square_image: text,
  color: text,
})
export const SyncStatus = z.object({ model_name: text, status: text, is_initial_sync: z.boolean().nullish() })
export const Event = z.object({ linked_account: z.object({ end_user_origin_id: z.uuid() }) })

const Group = z.object({ id: z.string().min(1), name: text, type: text })
const Location = z.object({ id: z.string().min(1), name: text, city: text })
const Employment = z.object({ employment_type: text, effective_date: text })

/** As it arrives with groups, work location and employments expanded; one that was not is an id, which names nothing. */
const EmployeeAnswer = z.object({
  id: z.string().min(1).max(200),
  first_name: text,
  last_name: text,
  preferred_name: text,
  work_email: text,
  start_date: text,
  date_of_birth: text,
  employment_status: text,
  groups: z.array(z.union([Group, z.string()])).nullish(),
  work_location: z.union([Location, z.string()]).nullish(),
  employments: z.array(z.union([Employment, z.string()])).nullish(),
  remote_was_deleted: z.boolean().nullish(),
})

const STATUSES: Record<string, EmploymentStatus> = { ACTIVE: 'active', PENDING: 'pending', INACTIVE: 'inactive' }

/**
 * One employee; null where the system has deleted them. A status of no known form counts as active: a system that has
 * none lists who is there.
 * @throws where it is no employee at all
 */
export function readEmployee(answer: unknown): Employee | null {
  const read = EmployeeAnswer.parse(answer)
  if (read.remote_was_deleted) return null
  return {
    id: read.id,
    firstName: read.preferred_name ?? read.first_name ?? '',
    surname: read.last_name ?? '',
    workEmail: email().safeParse(read.work_email).data ?? null,
    startDate: readDay(read.start_date),
    birthday: readDay(read.date_of_birth),
    status: STATUSES[read.employment_status ?? ''] ?? 'active',
    groups: readGroups(read),
  }
}

function readGroups({ groups, work_location: location, employments }: z.output<typeof EmployeeAnswer>): HrGroup[] {
  const found: HrGroup[] = []
  for (const group of groups ?? [])
    if (typeof group !== 'string' && group.name) found.push({ id: group.id, kind: 'team', name: group.name })
  if (location && typeof location !== 'string') {
    const name = location.name ?? location.city
    if (name) found.push({ id: location.id, kind: 'location', name })
  }
  const latest = (employments ?? [])
    .filter((one) => typeof one !== 'string')
    .sort((a, b) => (b.effective_date ?? '').localeCompare(a.effective_date ?? ''))[0]
  if (latest?.employment_type) {
    const name = latest.employment_type.replaceAll('_', ' ').toLowerCase()
    found.push({ id: latest.employment_type, kind: 'employment-type', name: name[0]!.toUpperCase() + name.slice(1) })
  }
  return found
}

/** Dates arrive as moments; what counts is the day they name. */
function readDay(given: string | null): string | null {
  const day = given?.match(/^\d{4}-\d\d-\d\d/)?.[0]
  return z.iso.date().safeParse(day).data ?? null
}
