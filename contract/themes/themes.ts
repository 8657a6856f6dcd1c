import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, success, text } from '../core/shapes.ts'
import { uploadedPicture } from '../uploads/uploads.ts'

/** The boxes that the pages draw; everyone has them. */
export const drawnGiftwraps = ['peony', 'fern', 'citrus', 'bluebell', 'winter', 'confetti'] as const
export type DrawnGiftwrap = (typeof drawnGiftwraps)[number]
export const isDrawn = (name: string): name is DrawnGiftwrap => (drawnGiftwraps as readonly string[]).includes(name)

/** The themes everyone has; `default` is the team's own default where it has one. */
export const publicThemes = ['default', ...drawnGiftwraps] as const
export const themeId = () => z.union([id('theme'), z.enum(publicThemes)], { error: 'must be the id of a theme' })

/** Self-hosted: a recipient's page asks no one else for them. */
export const fontFamilies = [
  'figtree',
  'fraunces',
  'inter',
  'lora',
  'montserrat',
  'nunito',
  'playfair-display',
  'space-grotesk',
] as const
export type FontFamily = (typeof fontFamilies)[number]

export const shapes = ['square', 'rounded', 'round'] as const
export type Shape = (typeof shapes)[number]

/** An emoji as people see one, however many code points it is made of. */
const isOneEmoji = (value: string): boolean =>
  [...new Intl.Segmenter('en').segment(value)].length === 1 &&
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(value)
const emoji = () => z.string().max(32).refine(isOneEmoji, 'must be one emoji')
const quickEmojis = () =>
  z
    .array(emoji())
    .length(5, 'must be exactly five')
    .refine((emojis) => new Set(emojis).size === emojis.length, 'must all be different')

const accentHex = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #b3245b')

const part = () => z.object({ shape: z.enum(shapes) })

/** What a brand looks like, its logo apart. */
export const BrandingSettings = z.object({
  /** Null: the product's own accent. Where text would not be readable on it, pages move its lightness. */
  accentHex: accentHex().nullable(),
  typography: z.object({ heading: z.enum(fontFamilies), body: z.enum(fontFamilies) }),
  button: part(),
  form: part(),
  alert: part(),
  panel: part(),
  /** What recipients say thank you with. */
  reaction: z.object({ quickEmojis: quickEmojis() }),
})
export type BrandingSettings = z.infer<typeof BrandingSettings>

export const standardBranding: BrandingSettings = {
  accentHex: null,
  typography: { heading: 'fraunces', body: 'figtree' },
  button: { shape: 'rounded' },
  form: { shape: 'rounded' },
  alert: { shape: 'rounded' },
  panel: { shape: 'rounded' },
  reaction: { quickEmojis: ['❤️', '🥰', '🎉', '😋', '🙏'] },
}

const Picture = z.object({ key: z.string(), url: z.string() })
/** Of what everyone has always the same: it does not change. */
const dates = { dateCreated: z.string(), dateModified: z.string() }

export const Branding = BrandingSettings.extend({
  /** `default` for the one that everyone has. */
  id: z.string(),
  name: z.string(),
  teamId: z.string().nullable(),
  logo: Picture.nullable(),
  ...dates,
})
export type Branding = z.infer<typeof Branding>

export const Giftwrap = z.object({
  /** The name of the box for those that everyone has. */
  id: z.string(),
  name: z.string(),
  teamId: z.string().nullable(),
  drawing: z.enum(drawnGiftwraps),
  /** A tile that repeats on the paper in place of the drawing's flowers. */
  pattern: Picture.nullable(),
  ...dates,
})
export type Giftwrap = z.infer<typeof Giftwrap>

/** How a gift looks, in one piece: what was current when it was bought stays with it. */
export const Look = z.object({
  giftwrap: z.enum(drawnGiftwraps),
  patternUrl: z.string().nullable(),
  logoUrl: z.string().nullable(),
  /** What a chat shows beside the link: 1200 × 630, a JPEG. Null: the box's own picture. */
  previewUrl: z.string().nullable(),
  accentHex: z.string().nullable(),
  typography: BrandingSettings.shape.typography,
  shapes: z.object({
    button: z.enum(shapes),
    form: z.enum(shapes),
    alert: z.enum(shapes),
    panel: z.enum(shapes),
  }),
})
export type Look = z.infer<typeof Look>

/** Without a brand. */
export const standardLook: Look = {
  giftwrap: 'peony',
  patternUrl: null,
  logoUrl: null,
  previewUrl: null,
  accentHex: null,
  typography: standardBranding.typography,
  shapes: { button: 'rounded', form: 'rounded', alert: 'rounded', panel: 'rounded' },
}

const LegacyTheme = z.strictObject({
  id: z.enum(publicThemes),
  name: z.string(),
  type: z.literal('legacy'),
  label: z.string(),
  clientIds: z.array(z.string()),
  teamId: z.string().nullable(),
  public: z.boolean(),
  ...dates,
})
const ModelTheme = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.literal('model'),
  teamId: z.string(),
  /** `default`: the branding that everyone has. */
  brandingId: z.string(),
  giftwrapId: z.string(),
  /** Used wherever a gift of the team or its subteams names no theme. */
  isDefault: z.boolean(),
  /** Whether the caller may send gifts with it. */
  canApply: z.boolean(),
  /** Goes up with each change; a gift keeps the one it was bought with. */
  version: z.int(),
  look: Look,
  quickEmojis: quickEmojis(),
  logo: Picture.nullable(),
  pattern: Picture.nullable(),
  ...dates,
})
export type ModelTheme = z.infer<typeof ModelTheme>

export const Theme = z.union([LegacyTheme, ModelTheme])
export type Theme = z.infer<typeof Theme>

const ThemeVersion = z.object({
  version: z.int(),
  dateCreated: z.string(),
  branding: BrandingSettings.extend({ logo: Picture.nullable() }),
  giftwrap: Giftwrap.pick({ drawing: true, pattern: true }),
})
export type ThemeVersion = z.infer<typeof ThemeVersion>

export const MOST_OWN_PROPERTIES = 20
const OwnProperty = z.union([text(500), z.number(), z.boolean(), z.null()])

const ThemeChange = z
  .looseObject({
    /** Unset: a new theme. */
    id: id('theme').optional(),
    name: text(60).min(1).optional(),
    brandingId: z.union([id('branding'), z.literal('default')]).optional(),
    /** Settings for the theme's own branding, in place of an id. What is left out of a new one is the standard. */
    branding: BrandingSettings.partial().extend({ logo: uploadedPicture().nullish() }).optional(),
    giftwrapId: z.union([id('giftwrap'), z.enum(drawnGiftwraps)]).optional(),
    giftwrap: z.object({ drawing: z.enum(drawnGiftwraps).optional(), pattern: uploadedPicture().nullish() }).optional(),
    isDefault: z.boolean().optional(),
  })
  .refine(({ id: known, name }) => known !== undefined || name !== undefined, {
    message: 'give the theme a name',
    path: ['name'],
  })
  .refine(({ brandingId, branding }) => !brandingId || !branding, {
    message: 'give either brandingId or branding',
    path: ['brandingId'],
  })
  .refine(({ giftwrapId, giftwrap }) => !giftwrapId || !giftwrap, {
    message: 'give either giftwrapId or giftwrap',
    path: ['giftwrapId'],
  })
  .superRefine((body, { addIssue }) => {
    for (const [name, value] of Object.entries(ownProperties(body)))
      if (name.length > 50 || !OwnProperty.safeParse(value).success)
        addIssue({ code: 'custom', path: [name], message: 'must be a short text, a number, true, false or null' })
  })
export type ThemeChange = z.infer<typeof ThemeChange>

/** What a program keeps on a theme for itself: those that have no name here. */
export function ownProperties(theme: ThemeChange): Record<string, unknown> {
  const { id, name, brandingId, branding, giftwrapId, giftwrap, isDefault, ...own } = theme
  return own
}

const base = { tag: 'Themes', access: 'session' } as const

export const listBrandings = endpoint({
  ...base,
  id: 'listBrandings',
  method: 'GET',
  path: '/v3/brandings',
  summary: 'The brandings of the team acted in and of its parent, after the one that everyone has.',
  response: data(z.array(Branding)),
})
export const getBranding = endpoint({
  ...base,
  id: 'getBranding',
  method: 'GET',
  path: '/v3/brandings/{id}',
  summary: 'A branding: colours, fonts, shapes, logo and emojis.',
  params: z.object({ id: z.union([id('branding'), z.literal('default')]) }),
  response: data(Branding),
  errors: ['not_found'],
})
export const listGiftwraps = endpoint({
  ...base,
  id: 'listGiftwraps',
  method: 'GET',
  path: '/v3/giftwraps',
  summary: 'The giftwraps of the team acted in and of its parent, after those that everyone has.',
  response: data(z.array(Giftwrap)),
})
export const getGiftwrap = endpoint({
  ...base,
  id: 'getGiftwrap',
  method: 'GET',
  path: '/v3/giftwraps/{id}',
  summary: 'A giftwrap.',
  params: z.object({ id: z.union([id('giftwrap'), z.enum(drawnGiftwraps)]) }),
  response: data(Giftwrap),
  errors: ['not_found'],
})
export const listThemes = endpoint({
  ...base,
  id: 'listThemes',
  method: 'GET',
  path: '/v3/themes',
  summary: 'The themes of the team acted in, of its subteams and of its parent, before those that everyone has.',
  response: data(z.array(Theme)),
})
export const getTheme = endpoint({
  ...base,
  id: 'getTheme',
  method: 'GET',
  path: '/v3/themes/{id}',
  summary: 'A theme: a branding and a giftwrap.',
  params: z.object({ id: themeId() }),
  response: data(Theme),
  errors: ['not_found'],
})
export const upsertTheme = endpoint({
  ...base,
  id: 'upsertTheme',
  impersonation: 'change',
  method: 'POST',
  path: '/v3/themes/model/upsert',
  permission: 'add-themes',
  summary:
    'Makes a theme, or changes one of the team acted in. Gifts that were bought with it before stay as they were. The plan limits how many a team has.',
  body: ThemeChange,
  sentBack: { record: ModelTheme },
  response: data(ModelTheme),
  errors: ['not_found', 'plan_limit_reached', 'wrong_state'],
})
const previewed = { ...base, method: 'POST', permission: 'add-themes', errors: ['not_found'] } as const
export const previewBrandEmail = endpoint({
  ...previewed,
  id: 'previewBrandEmail',
  path: '/v3/themes/model/previews/email',
  summary: 'The email of a gift as it would look with a brand that is still being made. Sends and keeps nothing.',
  body: z.object({
    accentHex: BrandingSettings.shape.accentHex,
    drawing: z.enum(drawnGiftwraps),
    logo: uploadedPicture().nullable(),
  }),
  response: data(z.object({ subject: z.string(), html: z.string() })),
})
export const previewBrandInvoice = endpoint({
  ...previewed,
  id: 'previewBrandInvoice',
  path: '/v3/themes/model/previews/invoice',
  summary:
    'A sample invoice to the team acted in, as a PDF, with a logo that no theme has yet. Issues and keeps nothing.',
  body: z.object({ logo: uploadedPicture().nullable() }),
  response: data(z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() })),
  errors: ['not_found', 'unavailable'],
})
export const deleteTheme = endpoint({
  ...base,
  id: 'deleteTheme',
  impersonation: 'change',
  method: 'DELETE',
  path: '/v3/themes/{id}',
  permission: 'add-themes',
  summary: 'Takes a theme of the team acted in away. Gifts that were bought with it keep it.',
  params: z.object({ id: id('theme') }),
  response: data(success()),
  errors: ['not_found'],
})
export const listThemeVersions = endpoint({
  ...base,
  id: 'listThemeVersions',
  method: 'GET',
  path: '/v3/themes/{id}/versions',
  permission: 'add-themes',
  summary: 'How a theme looked after each change, the latest first; at most 20.',
  params: z.object({ id: id('theme') }),
  response: data(z.array(ThemeVersion)),
  errors: ['not_found'],
})

export const themeEndpoints = {
  listBrandings,
  getBranding,
  listGiftwraps,
  getGiftwrap,
  listThemes,
  getTheme,
  upsertTheme,
  previewBrandEmail,
  previewBrandInvoice,
  deleteTheme,
  listThemeVersions,
}
