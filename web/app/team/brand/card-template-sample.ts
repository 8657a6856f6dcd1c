import { type LoaderFunctionArgs, redirect } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'

/** One card of a template as it is saved, made when it is asked for; its code leads nowhere. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { api, unwrap } = getSession(context)
  const id = readId(params.templateId)
  const { dynamicData } = unwrap(await api.getPrintableTemplate({ params: { id } })).data
  // What a purchase must say is its label here.
  const data = Object.fromEntries(
    dynamicData
      .filter(({ optional, defaultValue }) => !optional && !defaultValue)
      .map(({ name, label, placeholder }) => [name, placeholder || label]),
  )
  const sample = unwrap(await api.createPrintablePreview({ body: { templateId: id, data } }))
  return redirect(sample.data.previewUrl)
}
