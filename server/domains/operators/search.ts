import { sql } from 'kysely'
import { type OperatorRole, operatorMay } from '#contract/core/operators.ts'
import { type GiftState, giftStateLabel } from '#contract/core/status-labels.ts'
import { hitKinds, hitOrder, MOST_HITS_OF_A_KIND, type OperatorHit } from '#contract/operator/search.ts'
import type { StatusId } from '#server/domains/hugggs/states/index.ts'
import { lookFingerprint } from '#server/domains/hugggs/till/index.ts'
import { giftsWithCode } from '#server/domains/hugggs/vouchers/index.ts'
import { statesOfGifts } from '#server/domains/search/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { plannedForItsValues } from '#server/platform/database/prepared-client.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Question } from './hit-columns.ts'
import { giftsWithIds, newestCustomers, peopleHolding, questions } from './hits.ts'
import { tillsThatTyped } from './program-hits.ts'
import { type Sought, seek } from './sought.ts'

const MOST_WORDS = 10
const LONGEST_WORD = 60

interface Row extends Omit<OperatorHit, 'detail' | 'title' | 'customer'> {
  title: string | null
  detail: string | null
  statusId: StatusId | null
  teamId: string | null
  teamName: string | null
}

/**
 * Whatever a part of anything leads to that a role may see, at most ten of each kind: what there are many of by the
 * beginnings of its words, which an index holds; what there are few of by any part.
 */
export async function searchAsOperator(
  { db, posy, role }: { db: Db; posy: Pick<Posy, 'secret'>; role: OperatorRole },
  typed: string,
): Promise<OperatorHit[]> {
  if (!typed.trim()) return run(db, [newestCustomers])
  const sought = seek(typed)
  const words = await loadWords(db, sought, typed)
  const withCode = await giftsWithCode({ db, secret: posy.secret }, sought.code ? [typed.trim(), sought.code] : [])
  const typedAtTill = lookFingerprint(posy.secret, typed)
  const asked = [
    ...questions(sought, words),
    ...(withCode.length ? [giftsWithIds(withCode)] : []),
    ...(typedAtTill ? [tillsThatTyped(typedAtTill)] : []),
  ]
  const allowed = asked.filter(({ kind }) => operatorMay(role, hitKinds[kind]))
  const found = await run(db, allowed)
  return found.length > 0 || words.length === 0 ? found : run(db, [peopleHolding(words)])
}

async function loadWords(db: Db, { id, phone }: Sought, typed: string): Promise<string[]> {
  if (id) return []
  if (phone) return [phone.typed]
  const { rows } = await sql<{ words: string[] }>`select wanted_words(${typed}) as words`.execute(db)
  const words = [...new Set(rows[0]!.words.map((word) => [...word].slice(0, LONGEST_WORD).join('')))]
  // One letter alone is in nearly everything.
  return words.some((word) => word.length > 1) ? words.slice(0, MOST_WORDS) : []
}

/** One statement for all: an operator who types asks with every letter. */
async function run(db: Db, asked: readonly Question[]): Promise<OperatorHit[]> {
  if (asked.length === 0) return []
  // Programs are known by a name that they have typed, all else by a uuid.
  const each = asked.map(
    ({ rows }) => sql`(select kind, id::text, title, detail, "statusId", "teamId", "teamName", "purchaseId"
      from (${rows} limit ${MOST_HITS_OF_A_KIND}) as hit)`,
  )
  const { rows } = await sql<Row>`${plannedForItsValues} ${sql.join(each, sql` union all `)}`.execute(db)
  const gifts = rows.filter(({ statusId }) => statusId !== null).map(({ id }) => id)
  const states = gifts.length ? await statesOfGifts(db, gifts) : new Map<string, GiftState>()
  // By several of its keys, one hit.
  const hits = [
    ...new Map(rows.map((row) => [`${row.kind} ${row.id}`, serializeHit(row, states.get(row.id) ?? null)])).values(),
  ]
  return hits.toSorted((a, b) => hitOrder.indexOf(a.kind) - hitOrder.indexOf(b.kind))
}

const serializeHit = (
  { kind, id, title, detail, teamId, teamName, purchaseId }: Row,
  state: GiftState | null,
): OperatorHit => ({
  kind,
  id,
  title: title?.trim() || id,
  detail: [state && giftStateLabel(state), detail].filter(Boolean).join(' · '),
  customer: teamId !== null && teamName !== null ? { id: teamId, name: teamName } : null,
  purchaseId,
})
