import { sql } from 'kysely'
import { londonDate, toInstant } from '#kit/time.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { unseal } from '#server/platform/sealing.ts'
import { type Employee, HrRefused, HrUnavailable } from '#server/providers/merge/types.ts'
import { employeesSynced } from './events.ts'
import { LOOK_AGAIN_MS, SYNC_EVERY_MS, SYNC_LIMIT_MS, type SyncError, statusOn, tokenOwner } from './linked-account.ts'
import { accountById } from './queries.ts'

const cause = { actor: { kind: 'system', id: 'integrations' } } as const

/**
 * Reads everyone in a connected system, and writes down what changed: all of it, after every page was read without
 * error, or nothing. Again does the same again.
 */
export async function syncEmployees(posy: Posy, linkedAccountId: string): Promise<void> {
  const account = jobRecord(await accountById(posy.db, linkedAccountId), 'connection')
  if (!account.sealed_token || !posy.providers.hr) return
  const token = unseal(posy.secret, tokenOwner(account.id), account.sealed_token)
  const read = await readEveryone(posy, token)
  await transact(posy, cause, async (work) => {
    // Disconnected, or connected again meanwhile: what was read is no longer asked for.
    const held = await work.tx
      .selectFrom('linked_account')
      .select(['sealed_token', 'last_synced_at'])
      .where('id', '=', linkedAccountId)
      .forUpdate()
      .executeTakeFirst()
    if (!held?.sealed_token || Buffer.compare(held.sealed_token, account.sealed_token!) !== 0) return
    if ('employees' in read) await applyEmployees(work, linkedAccountId, read.employees)
    else await noteFailure(work, linkedAccountId, read, held.last_synced_at !== null)
  })
}

interface Failure {
  error: SyncError | null
  againAfterMs: number | null
}

async function readEveryone(posy: Posy, token: string): Promise<{ employees: Employee[] } | Failure> {
  const hr = posy.providers.hr!
  try {
    if (!(await hr.isReady(token))) return { error: null, againAfterMs: LOOK_AGAIN_MS }
    return { employees: await hr.employees(token) }
  } catch (error) {
    posy.log.warn({ err: error }, 'people of a connected system could not be read')
    if (error instanceof HrRefused && error.reason === 'revoked') return { error: 'revoked', againAfterMs: null }
    const seconds = error instanceof HrUnavailable ? error.retryAfterSeconds : null
    return { error: 'unreachable', againAfterMs: seconds ? seconds * 1000 : SYNC_LIMIT_MS }
  }
}

async function noteFailure(
  { tx, at }: Work,
  id: string,
  { error, againAfterMs }: Failure,
  wasSynced: boolean,
): Promise<void> {
  await tx
    .updateTable('linked_account')
    .set({
      status: wasSynced ? 'active' : 'syncing',
      sync_error: error,
      sync_due_at: againAfterMs === null ? null : new Date(at.getTime() + againAfterMs),
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()
}

async function applyEmployees(work: Work, id: string, employees: readonly Employee[]): Promise<void> {
  const { tx, at } = work
  const groups = new Map(employees.flatMap((one) => one.groups).map((group) => [group.id, group]))
  await sql`
    with told as (select * from jsonb_to_recordset(${JSON.stringify([...groups.values()])}) as one (id text, kind text, name text)),
    gone as (delete from linked_group where linked_account_id = ${id} and id not in (select id from told))
    insert into linked_group (linked_account_id, id, kind, name) select ${id}, id, kind, name from told
    on conflict (linked_account_id, id) do update set kind = excluded.kind, name = excluded.name`.execute(tx)
  const today = londonDate(toInstant(at)).toString()
  const rows = employees.map((one) => ({
    ...one,
    status: statusOn(one, today),
    groups: one.groups.map((group) => group.id),
  }))
  await sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)})
        as one (id text, "firstName" text, surname text, "workEmail" text, "startDate" date, birthday date, status text, "statusWord" text, groups text[])
    ), gone as (delete from linked_employee where linked_account_id = ${id} and id not in (select id from told))
    insert into linked_employee as present
      (linked_account_id, id, first_name, surname, work_email, start_date, birthday, status, status_word, group_ids)
    select ${id}, id, "firstName", surname, "workEmail", "startDate", birthday, status, "statusWord", groups from told
    on conflict (linked_account_id, id) do update set first_name = excluded.first_name, surname = excluded.surname,
      work_email = excluded.work_email, start_date = excluded.start_date, birthday = excluded.birthday,
      status = excluded.status, status_word = excluded.status_word, group_ids = excluded.group_ids
    where present is distinct from excluded and present.erased_at is null`.execute(tx)
  await tx
    .updateTable('linked_account')
    .set({
      status: 'active',
      sync_error: null,
      last_synced_at: at,
      sync_due_at: new Date(at.getTime() + SYNC_EVERY_MS),
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()
  await work.emit(employeesSynced, { linkedAccountId: id })
}
