import { type LoaderFunctionArgs, redirect } from 'react-router'
import { sampleValues } from '#web/app/activity/cards/sample-values.ts'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'

/** One card of a template as it is saved, made when it is asked for; its code leads nowhere. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { api, unwrap } = getSession(context)
  const id = readId(params.templateId)
  const { dynamicData, dynamicRecipientData } = unwrap(await api.getPrintableTemplate({ params: { id } })).data
  const sample = unwrap(
    await api.createPrintablePreview({
      body: { templateId: id, data: sampleValues(dynamicData), templateData: sampleValues(dynamicRecipientData) },
    }),
  )
  return redirect(sample.data.previewUrl)
}
