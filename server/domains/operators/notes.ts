import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type OperatorRole, operatorMay, operatorRoleLabels } from '#contract/core/operators.ts'
import {
  type listOperatorNotes,
  type NoteSubject,
  noteSubjectKinds,
  noteSubjects,
  type OperatorNote,
} from '#contract/operator/notes.ts'
import { newId } from '#kit/ids.ts'
import { iso } from '#kit/time.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorPage, cursorPlace } from '#server/platform/http/page.ts'
import type { Work } from '#server/platform/posy.ts'
import type { CallingOperator } from '#server/platform/principal.ts'
import { found, invalidFields, notFound, Problem } from '#server/platform/problem/problem.ts'
import { countWaiting, type Waiting } from '#server/platform/waiting.ts'
import { hasActiveOperator } from './queries.ts'

interface Subject {
  kind: NoteSubject
  about: string
}

/** Each kind's table, and whose a row of it is. */
const subjects: Record<NoteSubject, RawBuilder<unknown>> = {
  team: sql`select id, id as "teamId" from team`,
  huggg: sql`select id, team_id as "teamId" from huggg`,
  transaction: sql`select id, team_id as "teamId" from transaction`,
  document: sql`select id, team_id as "teamId" from document`,
  'bank-line': sql`select id, null::uuid as "teamId" from bank_line`,
}

const visibleTo = (role: OperatorRole) => noteSubjectKinds.filter((kind) => operatorMay(role, noteSubjects[kind]))

/** @throws not_found (404), also for what the caller may not see; invalid_fields (422) for a group that may not see it or has no one */
export async function leaveNote(
  work: Work,
  operator: CallingOperator,
  { kind, about, to, text }: Subject & { to: OperatorRole; text: string },
): Promise<{ id: string; teamId: string | null }> {
  const { tx, at } = work
  if (!operatorMay(operator.role, noteSubjects[kind])) throw notFound(kind)
  const { rows } = await sql<{ teamId: string | null }>`
    select "teamId" from (${subjects[kind]}) as subject where id = ${about}`.execute(tx)
  const { teamId } = found(rows[0], kind)
  const group = operatorRoleLabels[to]
  if (!operatorMay(to, noteSubjects[kind]))
    throw invalidFields([{ path: 'to', message: `${group} may not see what this note is about` }])
  if (!(await hasActiveOperator(tx, to)))
    throw invalidFields([{ path: 'to', message: `no operator has the role ${group}` }])
  // A twin of the same moment waits, and then finds this one.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`note ${operator.id} ${about}`}, 0))`.execute(tx)
  const again = await sameNote(tx, operator.id, { kind, about, to, text })
  if (again) return { id: again, teamId }
  const id = newId()
  await tx
    .insertInto('operator_note')
    .values({
      ...{ id, subject_kind: kind, subject_id: about, team_id: teamId, written_by: operator.id },
      ...{ from_role: operator.role, to_role: to, waits_for: to, since: at },
    })
    .execute()
  await addEntry(work, operator, { noteId: id, text })
  return { id, teamId }
}

/** A button that was pressed twice leaves one note. */
async function sameNote(
  db: Db,
  operatorId: string,
  { kind, about, to, text }: Subject & { to: OperatorRole; text: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select note.id from operator_note note join operator_note_entry entry on entry.note_id = note.id
    where note.subject_kind = ${kind} and note.subject_id = ${about} and note.waits_for = ${to}
      and note.written_by = ${operatorId} and entry.text = ${text}`.execute(db)
  return rows[0]?.id
}

const addEntry = ({ tx, at }: Work, operator: CallingOperator, { noteId, text }: { noteId: string; text: string }) =>
  tx
    .insertInto('operator_note_entry')
    .values({ id: newId(), note_id: noteId, at, operator_id: operator.id, text })
    .execute()

/** @throws not_found (404), also for one about what the caller may not see; wrong_state (409) once it is closed */
export async function answerNote(
  work: Work,
  operator: CallingOperator,
  { id, text, closes }: { id: string; text: string; closes: boolean },
) {
  const note = found(
    await work.tx
      .selectFrom('operator_note')
      .selectAll()
      .where('id', '=', id)
      .where('subject_kind', 'in', visibleTo(operator.role))
      .forUpdate()
      .executeTakeFirst(),
    'note',
  )
  if (note.waits_for === null) throw new Problem('wrong_state', 'This note is closed.', { help: 'Leave another one.' })
  const next = note.written_by === operator.id ? note.to_role : note.from_role
  const waitsFor = closes ? null : next
  await addEntry(work, operator, { noteId: id, text })
  await work.tx
    .updateTable('operator_note')
    .set({ waits_for: waitsFor, since: work.at, closed_at: closes ? work.at : null })
    .where('id', '=', id)
    .execute()
  return { kind: note.subject_kind, about: note.subject_id, teamId: note.team_id, waitsFor }
}

/** Those that wait for a group; owners see that all of them do, for a group may have no one left. */
export const waitingNotes = (db: Db, role: OperatorRole): Promise<Waiting> =>
  countWaiting(
    db,
    sql`select since as at from operator_note where waits_for is not null and (waits_for = ${role} or ${role === 'owner'})`,
  )

interface Row extends Pick<OperatorNote, 'id' | 'from' | 'to' | 'waitsFor' | 'entries'> {
  kind: NoteSubject
  about: string
  name: string
  teamId: string | null
  teamName: string | null
  since: Date
}

const ABOUT = (kind: NoteSubject) => sql`case when note.subject_kind = ${sql.lit(kind)} then note.subject_id end`

const serializeNote = ({ kind, about, name, teamId, teamName, since, entries, ...note }: Row): OperatorNote => ({
  ...note,
  subject: { kind, id: about, name },
  customer: teamId !== null && teamName !== null ? { id: teamId, name: teamName } : null,
  since: iso(since),
  entries: entries.map((entry) => ({ ...entry, at: iso(new Date(entry.at)) })),
})

/** @throws invalid_fields (422) for a cursor that is none of ours */
export async function noteList(db: Db, role: OperatorRole, query: z.output<typeof listOperatorNotes.query>) {
  const { kind, about } = query
  const [after] = cursorPlace(query.next, 'next', ['uuid']) ?? []
  const [before] = cursorPlace(query.previous, 'previous', ['uuid']) ?? []
  // Of a customer, also what is about its gifts, purchases and papers.
  const isWanted =
    kind === undefined
      ? sql`note.waits_for is not null`
      : kind === 'team'
        ? sql`note.team_id = ${about}`
        : sql`note.subject_kind = ${kind} and note.subject_id = ${about}`
  const { rows } = await sql<Row>`
    select note.id, note.subject_kind as kind, note.subject_id as about, team.id as "teamId", team.name as "teamName",
      coalesce(document.number, purchase.title, product.name, recipient.name, recipient.email, recipient.phone_number, line.text,
        case note.subject_kind when 'team' then team.name when 'huggg' then 'Gift ' || (gift.ordinal + 1) else 'Purchase' end) as name,
      note.from_role as "from", note.to_role as "to", note.waits_for as "waitsFor", note.since,
      (select jsonb_agg(jsonb_build_object('at', entry.at, 'by', operator.name, 'text', entry.text) order by entry.id)
        from operator_note_entry entry join operator on operator.id = entry.operator_id where entry.note_id = note.id) as entries
    from operator_note note left join team on team.id = note.team_id
    left join document on document.id = ${ABOUT('document')}
    left join transaction purchase on purchase.id = ${ABOUT('transaction')} left join product on product.id = purchase.product_id
    left join huggg gift on gift.id = ${ABOUT('huggg')} left join recipient on recipient.id = gift.recipient_id
    left join bank_line line on line.id = ${ABOUT('bank-line')}
    where ${isWanted} and note.subject_kind = any(${visibleTo(role)}::text[])
      ${after === undefined ? sql`` : sql`and note.id > ${after}`} ${before === undefined ? sql`` : sql`and note.id < ${before}`}
    order by note.id ${sql.raw(before === undefined ? 'asc' : 'desc')} limit ${query.limit + 1}`.execute(db)
  return cursorPage(rows.map(serializeNote), query, ({ id }) => [id])
}
