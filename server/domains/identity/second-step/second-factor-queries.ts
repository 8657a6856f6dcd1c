import { sql } from 'kysely'
import type { SecondFactor } from '#contract/identity/second-factor.ts'
import { isoOrNull } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** Whether someone has an authenticator app whose first code has confirmed it. */
export async function hasApp(db: Db | Tx, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('second_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return Boolean(found)
}

/** A blocked one counts: a copied key must not turn two-step sign-in off. */
const hasPasskey = async (db: Db | Tx, userId: string): Promise<boolean> =>
  Boolean(await db.selectFrom('passkey').select('id').where('user_id', '=', userId).executeTakeFirst())

/** Whether someone's sign-in takes a second step. */
export const hasSecondFactor = async (db: Db | Tx, userId: string): Promise<boolean> =>
  (await hasApp(db, userId)) || (await hasPasskey(db, userId))

/** As its owner sees it. */
export async function loadSecondFactor(db: Db | Tx, userId: string): Promise<SecondFactor> {
  const found = await db
    .selectFrom('app_user')
    .leftJoin('second_factor as factor', (join) =>
      join.onRef('factor.user_id', '=', 'app_user.id').on('factor.confirmed_at', 'is not', null),
    )
    .select(['factor.confirmed_at as appSince', 'app_user.password_hash'])
    .select(({ selectFrom, fn }) => [
      selectFrom('recovery_code')
        .select(fn.countAll<number>().as('left'))
        .whereRef('recovery_code.user_id', '=', 'app_user.id')
        .where('used_at', 'is', null)
        .as('left'),
      selectFrom('passkey')
        .select(fn.countAll<number>().as('passkeys'))
        .whereRef('passkey.user_id', '=', 'app_user.id')
        .as('passkeys'),
      selectFrom('passkey')
        .select(sql<Date | null>`min(created_at)`.as('since'))
        .whereRef('passkey.user_id', '=', 'app_user.id')
        .as('passkeysSince'),
    ])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
  const since = [found.appSince, found.passkeysSince].filter((at) => at !== null)
  const enabledAt = since.length ? new Date(Math.min(...since.map((at) => at.getTime()))) : null
  return {
    enabledAt: isoOrNull(enabledAt),
    hasApp: found.appSince !== null,
    passkeys: Number(found.passkeys ?? 0),
    // Those of an app that was dropped by an earlier release may still lie there.
    recoveryCodesLeft: enabledAt ? Number(found.left ?? 0) : 0,
    hasPassword: found.password_hash !== null,
  }
}
