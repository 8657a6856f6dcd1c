import type { UserState, UserStateChanges } from '#contract/identity/users.ts'
import { loadUserState, saveUserState } from '#server/domains/identity/users/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { loadPermissions } from '../team/index.ts'

/** Remembers what the caller saw last. @throws not_found (404) for another user, or a team they cannot act in */
export async function updateUserState(
  work: Work,
  caller: Principal,
  userId: string,
  entity: UserStateChanges,
): Promise<UserState> {
  const { tx } = work
  if (userId !== member(caller).userId) throw notFound('user')
  const { lastTeamId } = entity
  if (lastTeamId && !(await loadPermissions(tx, { userId, teamId: lastTeamId }))) throw notFound('team')
  await saveUserState(work, userId, entity)
  return loadUserState(tx, userId)
}
