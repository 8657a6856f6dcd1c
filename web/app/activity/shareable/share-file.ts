import { data, type LoaderFunctionArgs } from 'react-router'
import { ShareFile } from '#contract/superhugggs/super-hugggs.ts'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'

/** The link as a QR code or on a poster, to keep. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const file = ShareFile.safeParse(params.file)
  if (!file.success) throw data(null, { status: 404 })
  const { fileName, contentType, content } = session.unwrap(
    await session.api.downloadSuperHugggFile({ params: { id, file: file.data } }),
  ).data
  return new Response(Buffer.from(content, 'base64'), {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'private, max-age=300',
    },
  })
}
