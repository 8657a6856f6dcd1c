import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { loadGifts } from '../../../features/catalogue/load-gifts.server.ts'
import { GiftPicker } from '../../../features/send/gift-picker.tsx'
import { requireSender } from '../../../features/send/load-draft.server.ts'
import { listedSteps } from '../../../features/send/steps.ts'
import { loadGiftRules } from '../../../features/send/team-rules.server.ts'
import { wayNamed } from '../../../features/send/ways.tsx'
import { StepList } from '../../../features/wizard/step-list.tsx'
import { idOf } from '../../../http/id-of.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { PageHeader } from '../../../ui/kit/page-header.tsx'

/** One of the configured ways to begin. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  requireSender(session)
  const way = wayNamed(params.way)
  if (!way) throw data(null, { status: 404 })
  const url = new URL(request.url)
  const order = url.searchParams.get('order')
  const rules = await loadGiftRules(session)
  const gifts = await loadGifts(session, way.category, url, { rules })
  return { ...gifts, title: way.title, lead: way.text, orderId: order ? idOf(order) : null, isNarrowed: rules !== null }
}

export default function SendWay() {
  const { title, lead, orderId, ...gifts } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={title}
        lead={lead}
        back={orderId ? { to: `/send/${orderId}/gift`, label: 'Your draft' } : { to: '/send', label: 'Send a gift' }}
      />
      <StepList steps={listedSteps(null)} />
      <GiftPicker {...gifts} orderId={orderId} />
    </>
  )
}
