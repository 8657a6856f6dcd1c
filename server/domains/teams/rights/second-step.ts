import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SecondStepDuty } from '#server/domains/identity/second-step/index.ts'
import { Problem } from '#server/platform/problem/problem.ts'

/**
 * Whether a team `t` asks for a second step, itself or by the teams above it (`parent`, `root`): a budget of a
 * subteam has teams of its own below.
 */
export const asksForSecondStep = sql<SqlBool>`true in (
  (t.preferences->>'requireSecondStep')::boolean,
  (parent.preferences->>'requireSecondStep')::boolean,
  (root.preferences->>'requireSecondStep')::boolean)`

/** Whether someone has an authenticator app or a passkey. */
export const hasOwnSecondStep = (userId: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from second_factor factor where factor.user_id = ${userId} and factor.confirmed_at is not null)
  or exists (select from passkey where passkey.user_id = ${userId}))`

/** No one in a team that asks for a second step goes without, unless they can only sign in with a provider. */
export const secondStepDuty: SecondStepDuty = async (tx, userId) => {
  const { rows } = await sql<{ name: string }>`
    select t.name from team_member m
    join app_user on app_user.id = m.user_id and app_user.password_hash is not null
    join team t on t.id = m.team_id and t.closed_at is null
    left join team parent on parent.id = t.parent_team_id
    left join team root on root.id = parent.parent_team_id
    where m.user_id = ${userId} and coalesce(${asksForSecondStep}, false)
    order by t.name limit 1`.execute(tx)
  return rows[0]
    ? new Problem('wrong_state', `${rows[0].name} asks for a second step when signing in.`, {
        help: 'Add another passkey or an authenticator app first, then remove this one.',
      })
    : null
}
