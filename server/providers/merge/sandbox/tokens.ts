import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'

export interface HrToken {
  token: string
  kind: string
  origin_id: string
  integration: string
}

/** The systems that can be connected here; all tell of the same company. */
export const integrations = [
  { slug: 'bamboohr', name: 'BambooHR', color: '#73c41d' },
  { slug: 'hibob', name: 'HiBob', color: '#e42c51' },
  { slug: 'personio', name: 'Personio', color: '#1a1a1a' },
  { slug: 'workday', name: 'Workday', color: '#f38b00' },
] as const

export async function issueToken(
  db: Db,
  kind: 'link' | 'public' | 'account',
  { origin_id, integration }: { origin_id: string; integration: string },
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await db.insertInto('sandbox_hr_token').values({ token, kind, origin_id, integration }).execute()
  return token
}

export const findToken = (db: Db, kind: 'link' | 'account', token: string): Promise<HrToken | undefined> =>
  db.selectFrom('sandbox_hr_token').selectAll().where('kind', '=', kind).where('token', '=', token).executeTakeFirst()

/** Link and public tokens work once. */
export const takeToken = (db: Db, kind: 'link' | 'public' | 'account', token: string): Promise<HrToken | undefined> =>
  db
    .deleteFrom('sandbox_hr_token')
    .where('kind', '=', kind)
    .where('token', '=', token)
    .returningAll()
    .executeTakeFirst()

export const accounts = (db: Db): Promise<HrToken[]> =>
  db.selectFrom('sandbox_hr_token').selectAll().where('kind', '=', 'account').orderBy('ordinal').execute()
