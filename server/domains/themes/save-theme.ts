import { isDeepStrictEqual } from 'node:util'
import {
  type DrawnGiftwrap,
  isDrawn,
  MOST_OWN_PROPERTIES,
  ownProperties,
  standardBranding,
  type ThemeChange,
} from '#contract/themes/themes.ts'
import { newId } from '#kit/ids.ts'
import { requireWithinPlan } from '#server/domains/teams/rights/index.ts'
import { loadPlan, teamById } from '#server/domains/teams/team/index.ts'
import { findUpload, notUploaded, showUpload, type UploadRecord, uploadById } from '#server/domains/uploads/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import type { StoredLook } from './look.ts'
import {
  brandingById,
  brandTeams,
  countThemes,
  findBranding,
  findGiftwrap,
  findTheme,
  giftwrapById,
  type ThemeRecord,
  themesWith,
} from './queries.ts'

/** What a theme is made of, as its row names it. */
interface Parts {
  branding_id: string | null
  giftwrap_id: string | null
  drawn_giftwrap: DrawnGiftwrap | null
}

/**
 * Makes a theme of the team acted in, or changes one; each theme that shares what changed has a new look from now on.
 * @throws not_found for another team's theme, branding or giftwrap; plan_limit_reached; invalid_fields for a picture that
 * was not uploaded; forbidden where a part is changed without its permission
 */
export async function saveTheme(work: Work, caller: Principal, wanted: ThemeChange): Promise<ThemeRecord> {
  const { tx, at } = work
  requireParts(caller, wanted)
  const { teamId } = member(caller)
  // Two at once are one after the other: names, limits and the default are decided together.
  await tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().execute()
  const before = wanted.id ? found(await findTheme(tx, [teamId], wanted.id), 'theme') : null
  if (!before) await requireRoom(work, teamId)
  const parts: Parts = {
    branding_id: await chooseBranding(work, caller, wanted, before),
    ...(await chooseGiftwrap(work, caller, wanted, before)),
  }
  if (wanted.isDefault)
    await tx
      .updateTable('theme')
      .set({ is_default: false })
      .where('team_id', '=', teamId)
      .where('is_default', '=', true)
      .execute()
  const id = before?.id ?? newId()
  const fields = {
    ...parts,
    ...(wanted.name !== undefined && { name: wanted.name }),
    ...(wanted.isDefault !== undefined && { is_default: wanted.isDefault }),
    extra: mergeExtra(wanted, before),
    updated_at: at,
  }
  if (before) await tx.updateTable('theme').set(fields).where('id', '=', id).execute()
  else
    await tx
      .insertInto('theme')
      .values({ id, team_id: teamId, created_at: at, name: wanted.name!, ...fields })
      .execute()
  await renewLooks(work, caller, { id, ...parts })
  await work.audit(before ? 'theme.changed' : 'theme.created', { kind: 'theme', id }, { teamId })
  return found(await findTheme(tx, [teamId], id), 'theme')
}

/** @throws not_found for another team's */
export async function deleteTheme(work: Work, caller: Principal, id: string): Promise<void> {
  const { teamId } = member(caller)
  const theme = found(await findTheme(work.tx, [teamId], id), 'theme')
  await work.tx
    .updateTable('theme')
    .set({ deleted_at: work.at, is_default: false, updated_at: work.at })
    .where('id', '=', theme.id)
    .execute()
  await work.audit('theme.deleted', { kind: 'theme', id }, { teamId })
}

/** Whether it is named or made with the theme; the standard branding is no one's. */
function requireParts({ permissions }: Principal, wanted: ThemeChange): void {
  const branding = wanted.branding ?? (wanted.brandingId !== 'default' && wanted.brandingId)
  const giftwrap = wanted.giftwrap ?? wanted.giftwrapId
  const missing = [
    branding && !permissions['use-branding'] && 'use-branding',
    giftwrap && !permissions['use-giftwrap'] && 'use-giftwrap',
  ].find((permission) => typeof permission === 'string')
  if (missing) throw new Problem('forbidden', `This needs the permission ${missing}.`)
}

async function requireRoom({ tx }: Work, teamId: string): Promise<void> {
  const plan = await loadPlan(tx, (await teamById(tx, teamId)).planId)
  requireWithinPlan(plan, 'themes', (await countThemes(tx, teamId)) + 1)
}

/** A picture that the caller uploaded, null for none, or what was there before where nothing is said. */
async function storePicture(
  { posy, tx }: Work,
  caller: Principal,
  path: string,
  { given, before }: { given: string | null | undefined; before: string | null },
): Promise<string | null> {
  if (given === undefined) return before
  if (given === null) return null
  const upload = await findUpload(posy, tx, caller, given)
  if (!upload) throw invalidFields([{ path, message: notUploaded }])
  return upload.id
}

async function chooseBranding(
  work: Work,
  caller: Principal,
  { brandingId, branding }: ThemeChange,
  before: ThemeRecord | null,
): Promise<string | null> {
  const { tx, at } = work
  if (brandingId === 'default') return null
  if (brandingId) return found(await findBranding(tx, await brandTeams(tx, caller), brandingId), 'branding').id
  if (!branding) return before?.branding_id ?? null
  const { teamId } = member(caller)
  // One of the parent's is not changed from here: the theme gets its own.
  const own = before?.branding_id ? await findBranding(tx, [teamId], before.branding_id) : undefined
  const { logo, ...settings } = branding
  const row = {
    settings: JSON.stringify({ ...(before?.look.branding ?? standardBranding), ...settings }),
    logo_upload_id: await storePicture(work, caller, 'branding.logo', {
      given: logo,
      before: before?.look.logo?.id ?? null,
    }),
    updated_at: at,
  }
  if (own) {
    await tx.updateTable('branding').set(row).where('id', '=', own.id).execute()
    return own.id
  }
  const id = newId()
  await tx
    .insertInto('branding')
    .values({ id, team_id: teamId, created_at: at, ...row })
    .execute()
  return id
}

async function chooseGiftwrap(
  work: Work,
  caller: Principal,
  { giftwrapId, giftwrap }: ThemeChange,
  before: ThemeRecord | null,
): Promise<Omit<Parts, 'branding_id'>> {
  const { tx, at } = work
  if (giftwrapId) {
    if (isDrawn(giftwrapId)) return { giftwrap_id: null, drawn_giftwrap: giftwrapId }
    const { id } = found(await findGiftwrap(tx, await brandTeams(tx, caller), giftwrapId), 'giftwrap')
    return { giftwrap_id: id, drawn_giftwrap: null }
  }
  if (!giftwrap)
    return before
      ? { giftwrap_id: before.giftwrap_id, drawn_giftwrap: before.drawn_giftwrap }
      : { giftwrap_id: null, drawn_giftwrap: 'peony' }
  const { teamId } = member(caller)
  const own = before?.giftwrap_id ? await findGiftwrap(tx, [teamId], before.giftwrap_id) : undefined
  const row = {
    drawing: giftwrap.drawing ?? before?.look.drawing ?? 'peony',
    pattern_upload_id: await storePicture(work, caller, 'giftwrap.pattern', {
      given: giftwrap.pattern,
      before: before?.look.pattern?.id ?? null,
    }),
    updated_at: at,
  }
  // A box without a pattern is one that everyone has.
  if (!own && row.pattern_upload_id === null) return { giftwrap_id: null, drawn_giftwrap: row.drawing }
  if (own) {
    await tx.updateTable('giftwrap').set(row).where('id', '=', own.id).execute()
    return { giftwrap_id: own.id, drawn_giftwrap: null }
  }
  const id = newId()
  await tx
    .insertInto('giftwrap')
    .values({ id, team_id: teamId, created_at: at, ...row })
    .execute()
  return { giftwrap_id: id, drawn_giftwrap: null }
}

/** A new look for the theme, and for each that shares its branding or giftwrap, where it differs from the one before. */
async function renewLooks(work: Work, caller: Principal, theme: Parts & { id: string }): Promise<void> {
  const { tx } = work
  const shared = await themesWith(tx, { brandingId: theme.branding_id, giftwrapId: theme.giftwrap_id })
  const latest = new Map(shared.map((one) => [one.id, one]))
  const own = latest.get(theme.id) ?? (await findTheme(tx, [member(caller).teamId], theme.id))
  await renewLook(work, caller, theme, own ?? null)
  for (const other of shared) if (other.id !== theme.id) await renewLook(work, caller, other, other)
}

async function renewLook(
  work: Work,
  caller: Principal,
  theme: Parts & { id: string },
  before: Pick<ThemeRecord, 'look' | 'version'> | null,
): Promise<void> {
  const { tx, at } = work
  const { look, logo, pattern } = await lookFrom(work, theme)
  if (before && isDeepStrictEqual(before.look, look)) return
  const id = newId()
  await tx
    .insertInto('theme_look')
    .values({
      id,
      theme_id: theme.id,
      version: (before?.version ?? 0) + 1,
      look: JSON.stringify(look),
      created_by: member(caller).userId,
      created_at: at,
    })
    .execute()
  if (logo) await showUpload(work, { purpose: 'branding-logo', subjectId: id, upload: logo })
  if (pattern) await showUpload(work, { purpose: 'giftwrap-pattern', subjectId: id, upload: pattern })
}

/** What the rows of its parts say, and the pictures they show. */
async function lookFrom(
  { tx }: Work,
  { branding_id, giftwrap_id, drawn_giftwrap }: Parts,
): Promise<{ look: StoredLook; logo: UploadRecord | null; pattern: UploadRecord | null }> {
  const branding = branding_id ? await brandingById(tx, branding_id) : null
  const giftwrap = giftwrap_id ? await giftwrapById(tx, giftwrap_id) : null
  const shown = async (id: string | null | undefined) => (id ? ((await uploadById(tx, id)) ?? null) : null)
  const [logo, pattern] = [await shown(branding?.logo_upload_id), await shown(giftwrap?.pattern_upload_id)]
  const kept = (upload: UploadRecord | null) => upload && { id: upload.id, content_type: upload.content_type }
  return {
    look: {
      branding: branding?.settings ?? standardBranding,
      logo: kept(logo),
      drawing: giftwrap?.drawing ?? drawn_giftwrap!,
      pattern: kept(pattern),
    },
    logo,
    pattern,
  }
}

/** What a program keeps on a theme: changed by name, taken away by null. */
function mergeExtra(wanted: ThemeChange, before: ThemeRecord | null): string {
  const all = Object.entries({ ...before?.extra, ...ownProperties(wanted) }).filter(([, value]) => value !== null)
  if (all.length > MOST_OWN_PROPERTIES)
    throw invalidFields([
      { path: 'body', message: `may hold ${MOST_OWN_PROPERTIES} properties of your own`, code: 'too_many' },
    ])
  return JSON.stringify(Object.fromEntries(all))
}
