import { MAX_SAVED_VIEWS, type SavedView } from '#contract/search/saved-views.ts'
import { iso } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'

type ViewKey = Pick<SavedView, 'place' | 'name'>

function ownViews(db: Db | Tx, caller: Principal) {
  const { userId, teamId } = member(caller)
  return db.selectFrom('saved_view').where('team_id', '=', teamId).where('user_id', '=', userId)
}

/** The caller's views in the team acted in, by name. */
export async function savedViews(db: Db | Tx, caller: Principal): Promise<SavedView[]> {
  const rows = await ownViews(db, caller).selectAll().orderBy('name').orderBy('place').execute()
  return rows.map(({ place, name, query, updated_at }) => ({ place, name, query, dateModified: iso(updated_at) }))
}

/** Keeps a list's filters under a name, in place of those it had. @throws invalid_fields (422) for one too many */
export async function saveView(work: Work, caller: Principal, view: ViewKey & { query: string }): Promise<SavedView> {
  const { tx, at } = work
  const { userId, teamId } = member(caller)
  // Two at once are counted one after the other.
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  const others = await ownViews(tx, caller)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ not, and, eb }) => not(and([eb('place', '=', view.place), eb('name', '=', view.name)])))
    .executeTakeFirstOrThrow()
  if (others.count >= MAX_SAVED_VIEWS)
    throw invalidFields([
      { path: 'name', message: `is one too many: at most ${MAX_SAVED_VIEWS} views are kept`, code: 'too_many' },
    ])
  await tx
    .insertInto('saved_view')
    .values({ team_id: teamId, user_id: userId, ...view, updated_at: at })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'user_id', 'place', 'name']).doUpdateSet({ query: view.query, updated_at: at }),
    )
    .execute()
  return { ...view, dateModified: iso(at) }
}

/** Forgets one of the caller's views, if they have it. */
export async function deleteView({ tx }: Work, caller: Principal, { place, name }: ViewKey): Promise<void> {
  const { userId, teamId } = member(caller)
  await tx
    .deleteFrom('saved_view')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('place', '=', place)
    .where('name', '=', name)
    .execute()
}
