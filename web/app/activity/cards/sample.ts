import { type LoaderFunctionArgs, redirect } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'

/** One card as it is saved, made when it is asked for, as a PDF or a picture; its code leads nowhere. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { api, unwrap } = getSession(context)
  const id = readId(params.id)
  const format = new URL(request.url).searchParams.has('picture') ? 'svg' : 'pdf'
  const [saved, listed] = await Promise.all([
    api.getPrintable({ params: { id } }),
    api.listPrintableReceivers({ params: { id }, query: { limit: 1 } }),
  ])
  const { templateId, body, data } = unwrap(saved).data
  const [first] = listed.ok ? listed.value.data : []
  const sample = unwrap(
    await api.createPrintablePreview({
      body: { templateId, body, data, transactionId: id, templateData: first?.templateData, format },
    }),
  )
  return redirect(new URL(sample.data.previewUrl).pathname)
}
