import type { CallProblem } from '#contract/core/invoke.ts'
import { drawnGiftwraps, fontFamilies, type ModelTheme, shapes, standardBranding } from '#contract/themes/themes.ts'
import type { UploadKind } from '#contract/uploads/uploads.ts'
import { readForm } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { type Picture, themeShape } from './edited-theme.ts'

/** Keeps a picture that was chosen in the form. */
export async function storePicture(
  session: Session,
  file: File,
  kind: UploadKind,
): Promise<{ picture: Picture; refusal?: never } | { refusal: CallProblem; picture?: never }> {
  const kept = await session.api.createUpload({ query: { kind }, body: { file } })
  return kept.ok ? { picture: kept.value.data } : { refusal: kept.problem }
}

const oneOfOrDefault = <T extends string>(known: readonly T[], value: string, otherwise: T): T =>
  known.find((one) => one === value) ?? otherwise

/** A picture of the form: the one just chosen, the one it had, or none. */
async function pictureIn(session: Session, form: FormData, kind: 'logo' | 'pattern') {
  const read = readForm(form, themeShape)
  const chosen = read[`${kind}File` as const]
  if (chosen) return storePicture(session, chosen, kind)
  return { key: read[kind] && !read[`${kind}Gone` as const] ? read[kind] : null }
}

/** Saves the theme that the form describes. */
export async function saveTheme(
  session: Session,
  id: string | null,
  form: FormData,
): Promise<{ theme: ModelTheme; failure?: never } | { failure: Failure; theme?: never }> {
  const keys: Record<'logo' | 'pattern', string | null> = { logo: null, pattern: null }
  for (const kind of ['logo', 'pattern'] as const) {
    const found = await pictureIn(session, form, kind)
    if ('refusal' in found && found.refusal)
      return { failure: toFormFailure(found.refusal, form, { file: `${kind}File` }) }
    keys[kind] = 'key' in found ? found.key : (found.picture?.key ?? null)
  }
  const read = readForm(form, themeShape)
  const shape = (value: string) => ({ shape: oneOfOrDefault(shapes, value, 'rounded') })
  const saved = await session.api.upsertTheme({
    body: {
      ...(id !== null && { id }),
      name: read.name,
      isDefault: read.isDefault,
      branding: {
        accentHex: read.accentHex ? `#${read.accentHex.replace(/^#/, '')}` : null,
        typography: {
          heading: oneOfOrDefault(fontFamilies, read.heading, standardBranding.typography.heading),
          body: oneOfOrDefault(fontFamilies, read.body, standardBranding.typography.body),
        },
        button: shape(read.button),
        form: shape(read.form),
        alert: shape(read.alert),
        panel: shape(read.panel),
        reaction: { quickEmojis: [read.emoji1, read.emoji2, read.emoji3, read.emoji4, read.emoji5] },
        logo: keys.logo,
      },
      giftwrap: { drawing: oneOfOrDefault(drawnGiftwraps, read.drawing, 'peony'), pattern: keys.pattern },
    },
  })
  if (saved.ok) return { theme: saved.value.data }
  const emojis = Object.fromEntries([0, 1, 2, 3, 4].map((at) => [`branding.reaction.quickEmojis.${at}`, 'emoji']))
  return {
    failure: toFormFailure(saved.problem, form, {
      'branding.accentHex': 'accentHex',
      'branding.reaction.quickEmojis': 'emoji',
      ...emojis,
    }),
  }
}

/** Makes a theme look as it did in one of its versions. @returns null when it is done */
export async function restoreVersion(session: Session, id: string, version: number): Promise<Failure | null> {
  const versions = session.unwrap(await session.api.listThemeVersions({ params: { id } })).data
  const wanted = versions.find((one) => one.version === version)
  if (!wanted) throw new Response(null, { status: 404 })
  const { logo, ...settings } = wanted.branding
  const { drawing, pattern } = wanted.giftwrap
  const restored = await session.api.upsertTheme({
    body: {
      id,
      branding: { ...settings, logo: logo?.key ?? null },
      giftwrap: { drawing, pattern: pattern?.key ?? null },
    },
  })
  return restored.ok ? null : toFormFailure(restored.problem)
}
