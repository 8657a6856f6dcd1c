import { isDrawn } from '#contract/themes/themes.ts'
import { PICTURE_HEADERS, readUpload, uploadById } from '#server/domains/uploads/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { drawEmailLogo, drawPreview } from './draw-look.ts'
import type { KeptPicture, StoredLook } from './look.ts'
import { looksByIds } from './queries.ts'

const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.jpg|-logo\.png)$/

/**
 * A picture of a look: what a link's preview shows, or its logo for emails. A look never changes, so a picture is drawn when
 * it is first asked for, and kept among the files. @throws not_found
 */
export async function serveLook(posy: Posy, name: string, headers: Headers): Promise<Response> {
  const [, id, kind] = NAME.exec(name) ?? []
  const look = id && (await looksByIds(posy.db, [id])).get(id)
  if (!look) throw notFound('picture')
  const etag = `"${name}"`
  const shown = { ...PICTURE_HEADERS, etag }
  if (headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: shown })
  const key = `looks/${name}`
  const kept = await posy.providers.files.read(key)
  const body = kept ? kept.stream() : new Uint8Array(await drawAndKeep(posy, key, look))
  return new Response(body, { headers: { ...shown, 'content-type': kind === '.jpg' ? 'image/jpeg' : 'image/png' } })
}

async function drawAndKeep(posy: Posy, key: string, { branding, drawing, ...pictures }: StoredLook): Promise<Buffer> {
  const read = async (picture: KeptPicture | null) => {
    const upload = picture && (await uploadById(posy.db, picture.id))
    return upload ? readUpload(posy, upload) : null
  }
  const logo = await read(pictures.logo)
  const draw = async () => {
    if (key.endsWith('.jpg'))
      return drawPreview({
        drawing: isDrawn(drawing) ? drawing : 'peony',
        accentHex: branding.accentHex,
        logo,
        pattern: await read(pictures.pattern),
      })
    if (!logo) throw notFound('picture')
    return drawEmailLogo(logo)
  }
  const picture = await draw()
  await posy.providers.files.put(key, picture)
  return picture
}
