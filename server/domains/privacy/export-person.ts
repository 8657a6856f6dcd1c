import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { iso } from '#kit/time.ts'
import { linkToFile } from '#server/domains/teams/sign-in/index.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { zip } from '#server/platform/sheets/zip.ts'
import { findPerson, listPersonalRecords, loadPersonRecords, personLookupKeys } from './find-person.ts'
import { sealPerson, unsealPerson } from './sealed-person.ts'

export const EXPORT_PERSON_JOB = 'privacy.export'
const KEPT_DAYS = 7
const LINK_SECONDS = 600
const PURPOSE = 'posy person export'

/** Asks for everything about a person to be collected. @throws not_found (404) where nothing is held */
export async function exportPerson(
  work: Work,
  { person: typed, operator }: { person: string; operator: string | null },
): Promise<{ id: string; state: 'queued' }> {
  const { tx, posy, at } = work
  const person = await findPerson(tx, typed)
  if (!(await listPersonalRecords(posy, tx, person)).length) throw notFound('person')
  const id = newId()
  await tx
    .insertInto('person_export')
    .values({
      ...{ id, state: 'queued', sealed: sealPerson(posy, PURPOSE, id, person), keys: personLookupKeys(posy, person) },
      ...{ asked_by: operator, asked_at: at, expires_at: new Date(at.getTime() + KEPT_DAYS * 86_400_000) },
    })
    .execute()
  await work.send(EXPORT_PERSON_JOB, { id })
  return { id, state: 'queued' }
}

const fileKey = (id: string) => `privacy/exports/${id}.zip`

const README = `What Posy holds about you.

Each file is one kind of record, as JSON. Money is in the smallest unit of its currency (pence, cents), times are UTC.
Not here: what only proves who someone is (password hashes, tokens), and receipts and invoices, which name businesses.
`

const utf8 = async function* (text: string) {
  yield Buffer.from(text)
}

/** Makes the archive; again, it makes the same one again. Erased meanwhile, there is nothing left to collect. */
export async function makePersonExport(posy: Posy, id: string): Promise<void> {
  const asked = await posy.db.selectFrom('person_export').selectAll().where('id', '=', id).executeTakeFirst()
  const row = jobRecord(asked, 'export')
  if (row.state !== 'queued' || !row.sealed) return
  const { userId, emails, phones } = unsealPerson(posy, PURPOSE, id, row.sealed)
  const person = await loadPersonRecords(posy.db, { userId, emails, phones })
  const records = await listPersonalRecords(posy, posy.db, person)
  const about = {
    preparedAt: iso(new Date(posy.wall.nowMs())),
    account: person.userId,
    emails,
    phones,
    names: person.names,
  }
  const entries = [
    { name: 'README.txt', content: utf8(README) },
    { name: 'person.json', content: utf8(JSON.stringify(about, null, 2)) },
    ...records.map(({ section, rows }) => ({ name: `${section}.json`, content: utf8(JSON.stringify(rows, null, 2)) })),
  ]
  await posy.providers.files.put(fileKey(id), zip(entries))
  const isReady = await asSystem(posy, async ({ tx }) => {
    const ready = await tx
      .updateTable('person_export')
      .set({ state: 'ready', file_key: fileKey(id) })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .executeTakeFirst()
    return ready.numUpdatedRows === 1n
  })
  // Its person was erased, or its week was over, while it was made.
  if (!isReady) await posy.providers.files.remove(fileKey(id))
}

/** What is known of an export, with a link to it for the operator who asks. @throws not_found (404) */
export async function personExport(posy: Posy, id: string, reader: Principal | null) {
  const row = found(
    await posy.db
      .selectFrom('person_export')
      .select(['id', 'state', 'asked_at', 'expires_at', 'file_key', 'asked_by'])
      .where('id', '=', id)
      .executeTakeFirst(),
    'export',
  )
  const link = { fileName: `posy-personal-data-${iso(row.asked_at).slice(0, 10)}.zip`, contentType: 'application/zip' }
  const url =
    reader && row.state === 'ready' && row.file_key
      ? await linkToFile(posy, reader, { key: row.file_key, ...link }, LINK_SECONDS)
      : null
  return { ...row, url }
}

export const nextExportExpiry = sql<Date | null>`select min(expires_at) from person_export where state <> 'gone'`

/** Files go first, so that a crash in between leaves none behind. */
export async function removeExpiredExports(posy: Posy, now: Date): Promise<void> {
  const due = await posy.db
    .selectFrom('person_export')
    .select('id')
    .where('state', '<>', 'gone')
    .where('expires_at', '<=', now)
    .execute()
  for (const { id } of due) {
    await posy.providers.files.remove(fileKey(id))
    await posy.db
      .updateTable('person_export')
      .set({ state: 'gone', sealed: null, file_key: null })
      .where('id', '=', id)
      .execute()
  }
}
