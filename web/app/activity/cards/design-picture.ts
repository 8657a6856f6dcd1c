import { type LoaderFunctionArgs, redirect } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import { sampleValues } from './sample-values.ts'

/** A picture of a template with its examples, drawn when it is asked for by what draws the PDF. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { api, unwrap } = getSession(context)
  const id = readId(params.templateId)
  const product = new URL(request.url).searchParams.get('product')
  const { dynamicData, dynamicRecipientData } = unwrap(await api.getPrintableTemplate({ params: { id } })).data
  const drawn = unwrap(
    await api.createPrintablePreview({
      body: {
        ...{ templateId: id, data: sampleValues(dynamicData), templateData: sampleValues(dynamicRecipientData) },
        ...(product && { productId: readId(product) }),
        format: 'svg',
      },
    }),
  )
  return redirect(new URL(drawn.data.previewUrl).pathname)
}
