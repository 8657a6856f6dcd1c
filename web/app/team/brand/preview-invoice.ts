import type { LoaderFunctionArgs } from 'react-router'
import { pdfFrameHeaders } from '#web/http/frame-policy.ts'
import { getSession, openSession, requireUser } from '#web/session/middleware.ts'
import { storedPictureKey } from './stored-picture.ts'

export const middleware = [openSession, requireUser]

/** A sample invoice with the logo that the editor's form has. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const logo = storedPictureKey(new URL(request.url).searchParams.get('logo'))
  const { base64 } = session.unwrap(await session.api.previewBrandInvoice({ body: { logo } })).data
  return new Response(Buffer.from(base64, 'base64'), { headers: pdfFrameHeaders })
}
