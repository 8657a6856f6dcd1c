import {
  type Branding,
  type DrawnGiftwrap,
  type Giftwrap,
  type ModelTheme,
  publicThemes,
  standardBranding,
  type Theme,
} from '#contract/themes/themes.ts'
import { iso } from '#kit/time.ts'
import { type UploadRecord, uploadUrl } from '#server/domains/uploads/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { serializeLook, serializePicture } from './look.ts'
import type { BrandingRecord, GiftwrapRecord, ThemeRecord } from './queries.ts'

/** What everyone has does not change: it is as old as the product. */
const builtIn = { dateCreated: '2026-03-01T00:00:00.000Z', dateModified: '2026-03-01T00:00:00.000Z' }
const capitalised = (name: string) => name[0]!.toUpperCase() + name.slice(1)

export const builtInThemes: Theme[] = publicThemes.map((id) => ({
  id,
  name: capitalised(id),
  type: 'legacy',
  label: capitalised(id),
  clientIds: [],
  teamId: null,
  public: true,
  ...builtIn,
}))

export const builtInBranding: Branding = {
  ...standardBranding,
  id: 'default',
  name: 'Posy',
  teamId: null,
  logo: null,
  ...builtIn,
}

export const builtInGiftwrap = (drawing: DrawnGiftwrap): Giftwrap => ({
  id: drawing,
  name: capitalised(drawing),
  teamId: null,
  drawing,
  pattern: null,
  ...builtIn,
})

const picture = (posy: Posy, upload: UploadRecord | undefined) =>
  upload ? { key: upload.id, url: uploadUrl(posy, upload) } : null

/** @param of the names of the themes that use it, which it is called by */
export const serializeBranding = (
  posy: Posy,
  row: BrandingRecord,
  { of, logo }: { of: readonly string[]; logo: UploadRecord | undefined },
): Branding => ({
  ...row.settings,
  id: row.id,
  name: of.join(', ') || 'Unused branding',
  teamId: row.team_id,
  logo: picture(posy, logo),
  dateCreated: iso(row.created_at),
  dateModified: iso(row.updated_at),
})

export const serializeGiftwrap = (
  posy: Posy,
  row: GiftwrapRecord,
  { of, pattern }: { of: readonly string[]; pattern: UploadRecord | undefined },
): Giftwrap => ({
  id: row.id,
  name: of.join(', ') || 'Unused giftwrap',
  teamId: row.team_id,
  drawing: row.drawing,
  pattern: picture(posy, pattern),
  dateCreated: iso(row.created_at),
  dateModified: iso(row.updated_at),
})

export const serializeTheme = (posy: Posy, { permissions }: Principal, theme: ThemeRecord): ModelTheme => ({
  ...theme.extra,
  id: theme.id,
  name: theme.name,
  type: 'model',
  teamId: theme.team_id,
  brandingId: theme.branding_id ?? 'default',
  giftwrapId: theme.giftwrap_id ?? theme.drawn_giftwrap!,
  isDefault: theme.is_default,
  canApply: permissions['use-theme'] === true,
  version: theme.version,
  look: serializeLook(posy, theme.look, theme.lookId),
  quickEmojis: theme.look.branding.reaction.quickEmojis,
  logo: serializePicture(posy, theme.look.logo),
  pattern: serializePicture(posy, theme.look.pattern),
  dateCreated: iso(theme.created_at),
  dateModified: iso(theme.updated_at),
})
