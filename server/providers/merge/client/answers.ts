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
  termination_date: text,
  groups: z.array(z.union([Group, z.string()])).nullish(),
  work_location: z.union([Location, z.string()]).nullish(),
  employments: z.array(z.union([Employment, z.string()])).nullish(),
  remote_was_deleted: z.boolean().nullish(),
})

/** Merge has three; systems whose own word it does not know come through as they are. */
const STATUSES: Record<EmploymentStatus, string> = {
  active: 'active,employed,current,working,permanent,probation',
  pending: 'pending,hired,pre hire,prehire,future hire,not started,onboarding,new starter',
  inactive:
    'inactive,terminated,leaver,left,former,resigned,dismissed,retired,deceased,ended,archived,deactivated,not employed',
}
const STATUS_BY_WORD = new Map(
  Object.entries(STATUSES).flatMap(([status, words]) =>
    words.split(',').map((word) => [word, status as EmploymentStatus] as const),
  ),
)

/** A system that tells no status lists who is there. One that tells a word of its own does not say plainly that they are. */
function readStatus(told: string | null): Pick<Employee, 'status' | 'statusWord'> {
  if (told === null) return { status: 'active', statusWord: null }
  const status = STATUS_BY_WORD.get(
    told
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' ')
      .trim(),
  )
  return status ? { status, statusWord: null } : { status: 'inactive', statusWord: told.slice(0, 60) }
}

/**
 * One employee; null where the system has deleted them.
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
    lastDay: readDay(read.termination_date),
    ...readStatus(read.employment_status),
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
