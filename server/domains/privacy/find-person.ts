import { sql } from 'kysely'
import type { PersonFound } from '#contract/operator/people.ts'
import { readMobileNumber } from '#kit/phone.ts'
import { iso } from '#kit/time.ts'
import { isUuid } from '#kit/uuid.ts'
import { listLiveGifts } from '#server/domains/hugggs/index.ts'
import { isTheirs } from '#server/domains/purchases/record/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { ERASED_DOMAIN, erasedKey, type KnownPerson } from '#server/platform/personal-data.ts'
import type { Posy } from '#server/platform/posy.ts'
import { invalidFields, notFound } from '#server/platform/problem/problem.ts'

type Lead = { userId: string } | { email: string } | { phone: string }

/** What someone typed: an account's id, an address or a number. */
function readLead(typed: string): Lead {
  const text = typed.trim()
  if (isUuid(text)) return { userId: text.toLowerCase() }
  if (/^[^\s@]+@[^\s@]+$/.test(text) && !text.toLowerCase().endsWith(ERASED_DOMAIN))
    return { email: text.toLowerCase() }
  const { number } = readMobileNumber(text, 'GB')
  if (number) return { phone: number }
  throw invalidFields([
    { path: 'person', message: 'must be an email address, a mobile number or an account’s id', code: 'not_a_person' },
  ])
}

interface Account {
  id: string
  email: string
  mobile: string | null
  name: string
}

/** A person with all that their account adds, and the whole names they are known by. */
export async function loadPersonRecords(
  db: Db | Tx,
  lead: { userId?: string | null; emails?: readonly string[]; phones?: readonly string[] },
): Promise<KnownPerson> {
  const { rows } = await sql<Account>`
    select id, lower(email) as email, mobile, trim(first_name || ' ' || surname) as name from app_user
    where not is_service and email not like ${`%${ERASED_DOMAIN}`} and (id = ${lead.userId ?? null} or lower(email) = any(${lead.emails ?? []}::text[]))
    limit 1`.execute(db)
  const account = rows[0]
  const mobile = account?.mobile ? (readMobileNumber(account.mobile, 'GB').number ?? account.mobile) : null
  const known = {
    userId: account?.id ?? null,
    emails: [...new Set([...(lead.emails ?? []), ...(account ? [account.email] : [])])],
    phones: [...new Set([...(lead.phones ?? []), ...(mobile ? [mobile] : [])])],
    names: account ? [account.name] : [],
  }
  const { rows: names } = await sql<{ name: string }>`
    select distinct name from recipient where name is not null and ${isTheirs(known)}
    union select distinct trim(first_name || ' ' || surname) from linked_employee where lower(work_email) = any(${known.emails}::text[])`.execute(
    db,
  )
  const whole = [...known.names, ...names.map(({ name }) => name)].filter((name) => /\S\s+\S/.test(name))
  return { ...known, names: [...new Set(whole)] }
}

export async function findPerson(db: Db | Tx, typed: string): Promise<KnownPerson> {
  const lead = readLead(typed)
  const person = await loadPersonRecords(db, {
    userId: 'userId' in lead ? lead.userId : null,
    emails: 'email' in lead ? [lead.email] : [],
    phones: 'phone' in lead ? [lead.phone] : [],
  })
  if (!person.userId && 'userId' in lead) throw notFound('account')
  return person
}

/** The keys under which the list of the erased knows a person. */
export const personLookupKeys = (posy: Posy, { userId, emails, phones }: KnownPerson): string[] => [
  ...(userId ? [erasedKey(posy, 'account', userId)] : []),
  ...emails.map((email) => erasedKey(posy, 'email', email)),
  ...phones.map((phone) => erasedKey(posy, 'phone', phone)),
]

/** Every section that has anything in it. */
export async function listPersonalRecords(
  posy: Posy,
  db: Db | Tx,
  person: KnownPerson,
): Promise<{ section: string; rows: unknown[] }[]> {
  const found: { section: string; rows: unknown[] }[] = []
  for (const data of posy.hooks.personalData)
    for (const [section, query] of Object.entries(data.sections(person))) {
      const { rows } = await query.execute(db)
      if (rows.length) found.push({ section, rows })
    }
  return found
}

export async function erasureBlocks(posy: Posy, tx: Tx, person: KnownPerson): Promise<string[]> {
  const blocks: string[] = []
  for (const data of posy.hooks.personalData) blocks.push(...((await data.blocks?.(tx, person)) ?? []))
  return blocks
}

/** What an operator is shown. @throws not_found (404) where nothing is held */
export async function describePerson(posy: Posy, typed: string): Promise<PersonFound> {
  const person = await findPerson(posy.db, typed)
  const records = await listPersonalRecords(posy, posy.db, person)
  if (!records.length) throw notFound('person')
  const live = await listLiveGifts(posy.db, person)
  return {
    accountId: person.userId,
    emails: [...person.emails],
    phones: [...person.phones],
    names: [...person.names],
    held: records.map(({ section, rows }) => ({ section, count: rows.length })),
    liveGifts: live.map(({ id, status, teamName, expiresAt }) => ({
      id,
      status,
      team: teamName,
      expiresAt: iso(expiresAt),
    })),
    blocks: await posy.db.transaction().execute((tx) => erasureBlocks(posy, tx, person)),
  }
}
