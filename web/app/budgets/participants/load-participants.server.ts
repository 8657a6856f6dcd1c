import type { Participant } from '#contract/budgets/participants.ts'
import { isUuid } from '#kit/uuid.ts'
import type { Session } from '#web/session/session.ts'
import { type BulkKind, type BulkQuestion, bulkKinds } from './bulk.ts'

const PER_PAGE = 50
const MOST = 1000
const statuses = ['draft', 'active', 'inactive', 'deleted'] as const

/** What the address asks for. */
export interface ParticipantQuery {
  q: string
  status: Participant['status'] | ''
}

export function readParticipantQuery({ searchParams }: URL): ParticipantQuery {
  const wanted = searchParams.get('status')
  return {
    q: searchParams.get('q')?.trim().slice(0, 200) ?? '',
    status: statuses.find((status) => status === wanted) ?? '',
  }
}

/** A filter as an address has it. */
export const participantQueryString = ({ q, status }: ParticipantQuery): string => {
  const text = new URLSearchParams({ ...(q && { q }), ...(status && { status }) }).toString()
  return text && `?${text}`
}

const participantFilter = ({ q, status }: ParticipantQuery) => ({
  ...(q && { search: q }),
  ...(status && { status: [status] }),
})

/** One page of a budget's participants, by address. */
export async function loadParticipants(session: Session, id: string, url: URL) {
  const query = readParticipantQuery(url)
  const cursor = url.searchParams.get('next')
  const answer = await session.api.listParticipants({
    params: { id },
    query: { ...participantFilter(query), limit: PER_PAGE, ...(cursor && { next: cursor }) },
  })
  const { data: participants, next } = session.unwrap(answer)
  return { query, participants, next }
}

/** Whom a form or an address names: everyone the list shows on all its pages, or some by id. */
export async function chosenParticipants(session: Session, id: string, url: URL, who: readonly string[]) {
  if (who.includes('all')) {
    const everyone = { ...participantFilter(readParticipantQuery(url)), limit: MOST }
    return session.unwrap(await session.api.listParticipants({ params: { id }, query: everyone })).data
  }
  const ids = who.filter(isUuid).slice(0, MOST)
  if (ids.length === 0) return []
  const query = { id: ids, status: [...statuses], limit: MOST }
  return session.unwrap(await session.api.listParticipants({ params: { id }, query })).data
}

export const readSelectedIds = (values: readonly unknown[]): string[] =>
  values.flatMap((value) => (typeof value === 'string' ? value.split(',') : [])).filter(Boolean)

/** What to ask before something is done with those an address names. */
export async function bulkQuestion(session: Session, id: string, url: URL, kind: BulkKind): Promise<BulkQuestion> {
  const who = readSelectedIds(url.searchParams.getAll('who'))
  const chosen = await chosenParticipants(session, id, url, who)
  const fitting = chosen.filter(bulkKinds[kind])
  return {
    kind,
    who: who.includes('all') ? 'all' : fitting.map((each) => each.id).join(','),
    chosen: chosen.length,
    fitting: fitting.length,
    names: fitting.slice(0, 3).map(({ name, email }) => name ?? email),
    joined: fitting.filter(({ status }) => status !== 'draft').length,
    availablePence: fitting.reduce((sum, { available }) => sum + available, 0),
  }
}
