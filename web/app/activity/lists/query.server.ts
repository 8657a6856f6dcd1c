import { type GiftState, giftStates } from '#contract/core/status-labels.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readPeriod } from '#web/http/period.server.ts'
import type { Session } from '#web/session/session.ts'

export const PAGE_SIZE = 25
/** Lists reach this far; what lies beyond is found by filters. */
const REACH = 10_000

/** What the address asks for, as it was written. */
export interface ActivityQuery {
  q: string
  status: string
  method: string
  /** Of purchases. */
  tag: string
  from: string
  to: string
  sort: string
  page: number
}

interface Allowed {
  methods: readonly string[]
  sorts: readonly string[]
  hasTags?: boolean
}

/** Reads filters, order and page from an address; what means nothing is left out. */
export function readActivityQuery(session: Session, { searchParams }: URL, allowed: Allowed) {
  const read = (name: string) => searchParams.get(name)?.trim() ?? ''
  const readOneOrEmpty = (name: string, values: readonly string[]) => (values.includes(read(name)) ? read(name) : '')
  const period = readPeriod(searchParams, session.user?.zone ?? BUSINESS_ZONE)
  const page = Number(read('page'))
  const query: ActivityQuery = {
    q: read('q').slice(0, 200),
    status: readOneOrEmpty('status', [...giftStates, ...oldStatuses]),
    method: readOneOrEmpty('method', allowed.methods),
    tag: allowed.hasTags ? read('tag').slice(0, 100) : '',
    from: period.from,
    to: period.to,
    sort: readOneOrEmpty('sort', allowed.sorts) || (allowed.sorts[0] ?? ''),
    page: Number.isInteger(page) && page > 0 && page * PAGE_SIZE <= REACH ? page : 1,
  }
  const moments = period.start || period.end ? { from: period.start, to: period.end } : undefined
  return { query, moments }
}

/** What the address may ask for in the place of a state: views that were saved before say these. */
const oldStatuses = [
  'Created',
  'Scheduled',
  'Sent',
  'Claimed',
  'Fetched',
  'Redeemed',
  'Expired',
  'Cancelled',
  'Pending',
] as const
type OldStatus = (typeof oldStatuses)[number]

const isState = (status: string): status is GiftState => (giftStates as readonly string[]).includes(status)

export const stateFilter = (status: string): { states?: GiftState[]; statusNames?: OldStatus[] } =>
  isState(status) ? { states: [status] } : status ? { statusNames: [status as OldStatus] } : {}

/** `-createdAt` as the API takes an order. */
export const parseSort = <F extends string>(sort: string): [{ field: F; direction: 'asc' | 'desc' }] => [
  { field: sort.replace(/^-/, '') as F, direction: sort.startsWith('-') ? 'desc' : 'asc' },
]

export const lastPageNumber = (total: number): number => Math.max(1, Math.ceil(Math.min(total, REACH) / PAGE_SIZE))
