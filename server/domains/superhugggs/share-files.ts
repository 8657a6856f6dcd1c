import type { ShareFile } from '#contract/superhugggs/super-hugggs.ts'
import { productById } from '#server/domains/catalogue/index.ts'
import { readUpload, uploadById, uploadUsedBy } from '#server/domains/uploads/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { drawPoster } from './draw-poster.ts'
import { qrPng, qrSvg } from './qr-code.ts'
import type { SuperHugggRecord } from './queries.ts'
import { claimUrl, fromName, shareableLook } from './serialize.ts'

const contentTypes: Record<ShareFile, string> = {
  'qr.svg': 'image/svg+xml',
  'qr.png': 'image/png',
  'poster.pdf': 'application/pdf',
}

/** Drawn when it is asked for: all of them say the link and nothing that changes. */
export async function shareFile(posy: Posy, shared: SuperHugggRecord, file: ShareFile) {
  const content = await draw(posy, shared, file)
  return {
    fileName: `gift-${shared.shortcode}-${file}`,
    contentType: contentTypes[file],
    content: content.toString('base64'),
  }
}

async function draw(posy: Posy, shared: SuperHugggRecord, file: ShareFile): Promise<Buffer> {
  const url = claimUrl(posy, shared.shortcode)
  if (file === 'qr.svg') return Buffer.from(qrSvg(url))
  if (file === 'qr.png') return qrPng(url)
  const { giftwrap, accentHex } = shareableLook(posy, shared)
  const logo =
    (shared.look?.logo && (await uploadById(posy.db, shared.look.logo.id))) ||
    (await uploadUsedBy(posy.db, 'team-logo', shared.team_id))
  const product = await productById(posy.db, shared.product_id)
  return drawPoster({
    url,
    giftwrap,
    accentHex,
    logo: logo ? await readUpload(posy, logo) : null,
    fromName: fromName(shared),
    productName: product?.name ?? '',
    message: shared.message,
    teamName: shared.team_name,
    claimMethod: shared.claim_method,
    madeAt: shared.created_at,
  })
}
