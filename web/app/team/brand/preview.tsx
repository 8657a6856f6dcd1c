import type { LoaderFunctionArgs } from 'react-router'
import type { Gift } from '#contract/hugggs/recipient.ts'
import { type BrandingSettings, Look, shapes, standardBranding, standardLook } from '#contract/themes/themes.ts'
import { webContext } from '#web/context.ts'
import { framePolicy } from '#web/http/frame-policy.ts'
import { paths } from '#web/paths.ts'
import { GiftPreview } from '#web/recipient/gift-preview.tsx'
import { renderPage } from '#web/recipient/page.tsx'
import { getSession, openSession, requireUser } from '#web/session/middleware.ts'
import { storedPictureKey } from './stored-picture.ts'

export const middleware = [openSession, requireUser]

const states = ['wrapped', 'opened', 'redeemed'] as const

/** What the editor's form says at this moment; what cannot be read is the standard. */
function readPreviewLook(search: URLSearchParams): Look {
  const picture = (name: string) => (storedPictureKey(search.get(name)) ? search.get(name) : null)
  const typography = { heading: search.get('heading'), body: search.get('body') }
  const readShape = (name: string) => shapes.find((shape) => shape === search.get(name)) ?? 'rounded'
  const read = Look.safeParse({
    giftwrap: search.get('drawing'),
    patternUrl: picture('pattern'),
    logoUrl: picture('logo'),
    previewUrl: null,
    accentHex: search.get('accentHex') || null,
    typography,
    shapes: {
      button: readShape('button'),
      form: readShape('form'),
      alert: readShape('alert'),
      panel: readShape('panel'),
    },
  })
  return read.data ?? standardLook
}

function readEmojis(search: URLSearchParams): BrandingSettings['reaction']['quickEmojis'] {
  const emojis = (search.get('emojis') ?? '').split(' ').filter(Boolean)
  return emojis.length === 5 ? emojis : standardBranding.reaction.quickEmojis
}

/** A gift as it would look with what the editor's form says, for a frame on our own pages. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const search = new URL(request.url).searchParams
  const teamName = session.unwrap(await session.api.getTeam({ params: { id: session.teamId! } })).data.name
  const look = readPreviewLook(search)
  const gift: Gift = {
    shortcode: 'preview',
    state: states.find((one) => one === search.get('state')) ?? 'opened',
    fromName: teamName,
    message: 'Thank you for a wonderful year. We could not have done it without you.',
    coverImageUrl: null,
    product: {
      name: 'Coffee and cake for two',
      brandName: 'Your favourite café',
      description: 'Two coffees of any size and two slices of cake.',
      imageUrl: paths.boxPreview(look.giftwrap),
      terms: 'One use only.',
      over18: false,
      faceValuePence: null,
      balancePence: null,
      currency: 'GBX',
      stores: [],
    },
    choices: [],
    choice: null,
    isUnavailable: false,
    refusal: null,
    expiresAt: null,
    opensAt: null,
    voucher: null,
    reaction: null,
    quickEmojis: readEmojis(search),
    theme: { ...look, teamName },
  }
  const page = context.get(webContext)
  return renderPage({ ...page, sandboxBanner: false }, <GiftPreview gift={gift} />, {
    headers: framePolicy(page.nonce),
  })
}
