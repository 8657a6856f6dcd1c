import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import type { IssuerFloat } from '#server/providers/tillo/types.ts'

/** Keeps what an issuer's answer said of our money with it. It is news only: where it cannot be kept, the code still can. */
export async function noteFloat({ db, wall, log }: Posy, issuer: string, float: IssuerFloat): Promise<void> {
  const at = new Date(wall.nowMs())
  await sql`
    insert into issuer_float (issuer, currency, balance, told_at) values (${issuer}, ${float.currency}, ${float.balancePence}, ${at})
    on conflict (issuer, currency) do update set balance = excluded.balance, told_at = excluded.told_at
    where issuer_float.told_at is null or issuer_float.told_at <= excluded.told_at`
    .execute(db)
    .catch((error: unknown) => log.warn({ issuer, err: error }, 'an issuer’s float was not kept'))
}

export interface FloatRecord {
  issuer: string
  currency: string
  balancePence: number | null
  toldAt: Date | null
  lowBelowPence: number
}

/** Every float that was told, or that someone set a limit for. */
export const issuerFloats = (db: Db): Promise<FloatRecord[]> =>
  db
    .selectFrom('issuer_float')
    .select(['issuer', 'currency', 'balance as balancePence', 'told_at as toldAt', 'low_below as lowBelowPence'])
    .orderBy('issuer')
    .orderBy('currency')
    .execute()

export const lowFloats = async (db: Db): Promise<number> =>
  (await issuerFloats(db)).filter(({ balancePence, lowBelowPence }) => (balancePence ?? lowBelowPence) < lowBelowPence)
    .length

/** Sets when a float is too little. @throws invalid_fields (422) for an issuer there is not */
export async function setFloatLimit(
  { tx, posy }: Work,
  { issuer, currency, lowBelowPence }: { issuer: string; currency: string; lowBelowPence: number },
): Promise<void> {
  if (!posy.providers.issuers[issuer])
    throw invalidFields([{ path: 'issuer', message: 'is none that this installation is connected to' }])
  await tx
    .insertInto('issuer_float')
    .values({ issuer, currency, low_below: lowBelowPence })
    .onConflict((conflict) => conflict.columns(['issuer', 'currency']).doUpdateSet({ low_below: lowBelowPence }))
    .execute()
}
