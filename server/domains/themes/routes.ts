import * as contract from '#contract/themes/themes.ts'
import { type Branding, drawnGiftwraps, isDrawn } from '#contract/themes/themes.ts'
import { iso } from '#kit/time.ts'
import { uploadById } from '#server/domains/uploads/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import type { Posy } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { serializePicture } from './look.ts'
import {
  type BrandingRecord,
  brandTeams,
  findBranding,
  findGiftwrap,
  findTheme,
  type GiftwrapRecord,
  houseTheme,
  listThemeLooks,
  loadBrandings,
  loadGiftwraps,
  loadThemes,
} from './queries.ts'
import { deleteTheme, saveTheme } from './save-theme.ts'
import {
  builtInBranding,
  builtInGiftwrap,
  builtInThemes,
  serializeBranding,
  serializeGiftwrap,
  serializeTheme,
} from './serialize.ts'

const VERSIONS = 20

/** Brandings and giftwraps are called by the themes that use them, and shown with their pictures. */
async function withNames(posy: Posy, db: Db, teamIds: readonly string[]) {
  const themes = await loadThemes(db, teamIds)
  const upload = (id: string | null) => (id ? uploadById(db, id) : undefined)
  return {
    branding: async (row: BrandingRecord) =>
      serializeBranding(posy, row, {
        of: themes.filter(({ branding_id }) => branding_id === row.id).map(({ name }) => name),
        logo: await upload(row.logo_upload_id),
      }),
    giftwrap: async (row: GiftwrapRecord) =>
      serializeGiftwrap(posy, row, {
        of: themes.filter(({ giftwrap_id }) => giftwrap_id === row.id).map(({ name }) => name),
        pattern: await upload(row.pattern_upload_id),
      }),
  }
}

/** What a gift shows where nothing is chosen, under the id that stands for it. */
async function defaultBranding(posy: Posy, db: Db): Promise<Branding> {
  const house = await houseTheme(posy, db)
  if (!house) return builtInBranding
  const { branding, logo } = house.look
  const dates = { dateCreated: iso(house.created_at), dateModified: iso(house.updated_at) }
  return { ...builtInBranding, ...branding, logo: serializePicture(posy, logo), ...dates }
}

const isBuiltIn = (id: string) => builtInThemes.find((theme) => theme.id === id)

async function themeInScope(db: Db, caller: Principal, id: string) {
  return found(await findTheme(db, await brandTeams(db, caller), id), 'theme')
}

export const themesRoutes: Route[] = [
  read(contract.listBrandings, async ({ posy, db, caller }) => {
    const teamIds = await brandTeams(db, caller)
    const { branding } = await withNames(posy, db, teamIds)
    const standard = await defaultBranding(posy, db)
    return { data: [standard, ...(await Promise.all((await loadBrandings(db, teamIds)).map(branding)))] }
  }),

  read(contract.getBranding, async ({ posy, db, caller, params }) => {
    if (params.id === 'default') return { data: await defaultBranding(posy, db) }
    const teamIds = await brandTeams(db, caller)
    const row = found(await findBranding(db, teamIds, params.id), 'branding')
    return { data: await (await withNames(posy, db, teamIds)).branding(row) }
  }),

  read(contract.listGiftwraps, async ({ posy, db, caller }) => {
    const teamIds = await brandTeams(db, caller)
    const { giftwrap } = await withNames(posy, db, teamIds)
    const own = await Promise.all((await loadGiftwraps(db, teamIds)).map(giftwrap))
    return { data: [...drawnGiftwraps.map(builtInGiftwrap), ...own] }
  }),

  read(contract.getGiftwrap, async ({ posy, db, caller, params }) => {
    if (isDrawn(params.id)) return { data: builtInGiftwrap(params.id) }
    const teamIds = await brandTeams(db, caller)
    const row = found(await findGiftwrap(db, teamIds, params.id), 'giftwrap')
    return { data: await (await withNames(posy, db, teamIds)).giftwrap(row) }
  }),

  read(contract.listThemes, async ({ posy, db, caller }) => {
    const own = await loadThemes(db, await brandTeams(db, caller))
    const { teamId } = member(caller)
    // The team's own first.
    own.sort((one, other) => Number(other.team_id === teamId) - Number(one.team_id === teamId))
    return { data: [...own.map((theme) => serializeTheme(posy, caller, theme)), ...builtInThemes] }
  }),

  read(contract.getTheme, async ({ posy, db, caller, params }) => {
    const builtIn = isBuiltIn(params.id)
    return { data: builtIn ?? serializeTheme(posy, caller, await themeInScope(db, caller, params.id)) }
  }),

  command(contract.upsertTheme, async ({ work, caller, body }) => ({
    data: serializeTheme(work.posy, caller, await saveTheme(work, caller, body)),
  })),

  command(contract.deleteTheme, async ({ work, caller, params }) => {
    await deleteTheme(work, caller, params.id)
    return { data: { success: true } }
  }),

  read(contract.listThemeVersions, async ({ posy, db, caller, params }) => {
    const theme = await themeInScope(db, caller, params.id)
    const looks = await listThemeLooks(db, theme.id, VERSIONS)
    return {
      data: looks.map(({ version, look, created_at }) => ({
        version,
        dateCreated: iso(created_at),
        branding: { ...look.branding, logo: serializePicture(posy, look.logo) },
        giftwrap: { drawing: look.drawing, pattern: serializePicture(posy, look.pattern) },
      })),
    }
  }),
]
