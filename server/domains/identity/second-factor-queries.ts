import type { SecondFactor } from '#contract/second-factor.ts'
import { isoOrNull } from '#server/kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** Whether somebody's sign-in takes a second step. */
export async function hasSecondFactor(db: Db | Tx, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('second_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return Boolean(found)
}

/** As its owner sees it. */
export async function secondFactorOf(db: Db | Tx, userId: string): Promise<SecondFactor> {
  const found = await db
    .selectFrom('app_user')
    .leftJoin('second_factor as factor', (join) =>
      join.onRef('factor.user_id', '=', 'app_user.id').on('factor.confirmed_at', 'is not', null),
    )
    .select(['factor.confirmed_at', 'app_user.password_hash'])
    .select(({ selectFrom, fn }) =>
      selectFrom('recovery_code')
        .select(fn.countAll<number>().as('left'))
        .whereRef('recovery_code.user_id', '=', 'factor.user_id')
        .where('used_at', 'is', null)
        .as('left'),
    )
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    enabledAt: isoOrNull(found.confirmed_at),
    recoveryCodesLeft: Number(found.left ?? 0),
    hasPassword: found.password_hash !== null,
  }
}
