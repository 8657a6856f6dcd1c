import type { CallError } from '#client/errors.ts'
import { isPass } from '#client/result.ts'
import { drawnGiftwraps, fontFamilies, type ModelTheme, shapes, standardBranding } from '#contract/themes.ts'
import type { UploadKind } from '#contract/uploads.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, failureOf } from '#web/ui/kit/failure.ts'
import type { Picture } from './edited-theme.ts'

/** Keeps a picture that was chosen in the form. */
export async function keepPicture(
  session: Session,
  file: File,
  kind: UploadKind,
): Promise<{ picture: Picture; refusal?: never } | { refusal: CallError; picture?: never }> {
  const kept = await session.api.createUpload({ query: { kind }, body: { file } })
  return isPass(kept) ? { picture: kept.pass.data } : { refusal: kept.fail! }
}

const oneOf = <T extends string>(known: readonly T[], value: FormDataEntryValue | null, otherwise: T): T =>
  known.find((one) => one === value) ?? otherwise

/** A picture of the form: the one just chosen, the one it had, or none. */
async function pictureIn(session: Session, form: FormData, kind: 'logo' | 'pattern') {
  const file = form.get(`${kind}File`)
  if (file instanceof File && file.size > 0) return keepPicture(session, file, kind)
  const key = String(form.get(kind) ?? '')
  return { key: key && !form.has(`${kind}Gone`) ? key : null }
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
    if ('refusal' in found && found.refusal) return { failure: failureOf(found.refusal, form, { file: `${kind}File` }) }
    keys[kind] = 'key' in found ? found.key : (found.picture?.key ?? null)
  }
  const shape = (name: string) => ({ shape: oneOf(shapes, form.get(name), 'rounded') })
  const accentHex = String(form.get('accentHex') ?? '').trim()
  const saved = await session.api.upsertTheme({
    body: {
      ...(id !== null && { id }),
      name: String(form.get('name') ?? ''),
      isDefault: form.has('isDefault'),
      branding: {
        accentHex: accentHex ? `#${accentHex.replace(/^#/, '')}` : null,
        typography: {
          heading: oneOf(fontFamilies, form.get('heading'), standardBranding.typography.heading),
          body: oneOf(fontFamilies, form.get('body'), standardBranding.typography.body),
        },
        button: shape('button'),
        form: shape('form'),
        alert: shape('alert'),
        panel: shape('panel'),
        reaction: { quickEmojis: [1, 2, 3, 4, 5].map((place) => String(form.get(`emoji${place}`) ?? '').trim()) },
        logo: keys.logo,
      },
      giftwrap: { drawing: oneOf(drawnGiftwraps, form.get('drawing'), 'peony'), pattern: keys.pattern },
    },
  })
  if (isPass(saved)) return { theme: saved.pass.data }
  const emojis = Object.fromEntries([0, 1, 2, 3, 4].map((at) => [`branding.reaction.quickEmojis.${at}`, 'emoji']))
  return {
    failure: failureOf(saved.fail!, form, {
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
  return isPass(restored) ? null : failureOf(restored.fail!)
}
