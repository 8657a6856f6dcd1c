import { type Selectable, sql } from 'kysely'
import type { BrandingSettings, DrawnGiftwrap } from '#contract/themes/themes.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { BrandingTable, GiftwrapTable, ThemeTable } from '#server/platform/database/schema.ts'
import type { Posy } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import type { StoredLook } from './look.ts'

export type BrandingRecord = Omit<Selectable<BrandingTable>, 'settings'> & { settings: BrandingSettings }
export type GiftwrapRecord = Omit<Selectable<GiftwrapTable>, 'drawing'> & { drawing: DrawnGiftwrap }

/** A theme with its latest look. */
export type ThemeRecord = Omit<Selectable<ThemeTable>, 'drawn_giftwrap' | 'extra'> & {
  drawn_giftwrap: DrawnGiftwrap | null
  extra: Record<string, unknown>
  lookId: string
  version: number
  look: StoredLook
}

/** Themes that are there, each as it looks now. */
const themes = (db: Db | Tx) =>
  db
    .selectFrom('theme')
    .innerJoin('theme_look', 'theme_look.theme_id', 'theme.id')
    .selectAll('theme')
    .select(['theme_look.id as lookId', 'theme_look.version', 'theme_look.look'])
    .$castTo<ThemeRecord>()
    .where('theme.deleted_at', 'is', null)
    .where(
      'theme_look.version',
      '=',
      sql<number>`(select max(version) from theme_look as latest where latest.theme_id = theme.id)`,
    )

const among = (column: string, teamIds: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...teamIds]}::uuid[])`

/** The teams whose brand someone may use: theirs, and the parent's, which its subteams inherit. */
export async function brandTeams(db: Db | Tx, caller: Principal, payingTeamId?: string): Promise<string[]> {
  const acting = payingTeamId ?? member(caller).teamId
  const team = await db.selectFrom('team').select('parent_team_id').where('id', '=', acting).executeTakeFirst()
  return [acting, ...caller.teamIds, ...(team?.parent_team_id ? [team.parent_team_id] : [])]
}

/** The team's default, or the one it inherits. */
export async function defaultTheme(db: Db | Tx, teamId: string): Promise<ThemeRecord | undefined> {
  return themes(db)
    .innerJoin('team', (join) => join.on('team.id', '=', teamId))
    .where((eb) => eb.or([eb('theme.team_id', '=', teamId), eb('theme.team_id', '=', eb.ref('team.parent_team_id'))]))
    .where('theme.is_default', '=', true)
    .orderBy(sql`theme.team_id = ${teamId}::uuid`, 'desc')
    .executeTakeFirst()
}

/** The first that is made with the installation's default branding. */
export async function houseTheme({ config }: Pick<Posy, 'config'>, db: Db | Tx): Promise<ThemeRecord | undefined> {
  const { brandingId } = config.defaults
  if (!brandingId) return undefined
  return themes(db).where('theme.branding_id', '=', brandingId).orderBy('theme.id').executeTakeFirst()
}

/** How gifts look whose sender names no theme. */
interface UnnamedTheme {
  /** `default` for what belongs to no team. */
  id: string
  /** Null: the built-in look. */
  lookId: string | null
  look: StoredLook | null
}

/** The team's default, the one it inherits, or the installation's. */
export async function unnamedTheme(posy: Pick<Posy, 'config'>, db: Db | Tx, teamId: string): Promise<UnnamedTheme> {
  const own = await defaultTheme(db, teamId)
  if (own) return own
  const house = await houseTheme(posy, db)
  return { id: 'default', lookId: house?.lookId ?? null, look: house?.look ?? null }
}

export const loadThemes = (db: Db | Tx, teamIds: readonly string[]): Promise<ThemeRecord[]> =>
  themes(db).where(among('theme.team_id', teamIds)).orderBy('theme.name').orderBy('theme.id').execute()

export const findTheme = (db: Db | Tx, teamIds: readonly string[], id: string): Promise<ThemeRecord | undefined> =>
  themes(db).where('theme.id', '=', id).where(among('theme.team_id', teamIds)).executeTakeFirst()

/** All that use a branding or a giftwrap: their looks change with it. */
export const themesWith = (db: Db | Tx, part: { brandingId: string | null; giftwrapId: string | null }) =>
  themes(db)
    .where((eb) =>
      eb.or([eb('theme.branding_id', '=', part.brandingId), eb('theme.giftwrap_id', '=', part.giftwrapId)]),
    )
    .orderBy('theme.id')
    .execute()

export const countThemes = async (db: Db | Tx, teamId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('theme')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('team_id', '=', teamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

const brandings = (db: Db | Tx) => db.selectFrom('branding').selectAll().$castTo<BrandingRecord>()
const giftwraps = (db: Db | Tx) => db.selectFrom('giftwrap').selectAll().$castTo<GiftwrapRecord>()

export const loadBrandings = (db: Db | Tx, teamIds: readonly string[]) =>
  brandings(db).where(among('team_id', teamIds)).orderBy('created_at').orderBy('id').execute()

export const findBranding = (db: Db | Tx, teamIds: readonly string[], id: string) =>
  brandings(db).where('id', '=', id).where(among('team_id', teamIds)).executeTakeFirst()

/** Unscoped: a theme names it. */
export const brandingById = (db: Db | Tx, id: string) => brandings(db).where('id', '=', id).executeTakeFirstOrThrow()

export const loadGiftwraps = (db: Db | Tx, teamIds: readonly string[]) =>
  giftwraps(db).where(among('team_id', teamIds)).orderBy('created_at').orderBy('id').execute()

export const findGiftwrap = (db: Db | Tx, teamIds: readonly string[], id: string) =>
  giftwraps(db).where('id', '=', id).where(among('team_id', teamIds)).executeTakeFirst()

/** Unscoped: a theme names it. */
export const giftwrapById = (db: Db | Tx, id: string) => giftwraps(db).where('id', '=', id).executeTakeFirstOrThrow()

export const listThemeLooks = (db: Db | Tx, themeId: string, limit: number) =>
  db
    .selectFrom('theme_look')
    .select(['version', 'look', 'created_at'])
    .$castTo<{ version: number; look: StoredLook; created_at: Date }>()
    .where('theme_id', '=', themeId)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

/** Looks by id, for what was bought with them. */
export async function looksByIds(db: Db | Tx, ids: readonly string[]): Promise<Map<string, StoredLook>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('theme_look')
    .select(['id', 'look'])
    .$castTo<{ id: string; look: StoredLook }>()
    .where(among('id', ids))
    .execute()
  return new Map(rows.map(({ id, look }) => [id, look]))
}
