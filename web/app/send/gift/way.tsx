import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { loadGiftRules, rulesForSending } from '#web/app/catalogue/load-gift-rules.server.ts'
import { loadGifts } from '#web/app/catalogue/load-gifts.server.ts'
import { readId } from '#web/http/read-id.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StepList } from '#web/ui/wizard/step-list.tsx'
import { requireSender } from '../load-draft.server.ts'
import { listSendSteps } from '../steps.ts'
import { GiftPicker } from './gift-picker.tsx'
import { wayNamed } from './ways.ts'

/** One of the configured ways to begin. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  requireSender(session)
  const way = wayNamed(params.way)
  if (!way) throw data(null, { status: 404 })
  const url = new URL(request.url)
  const order = url.searchParams.get('order')
  const { rules, left } = await rulesForSending(session, await loadGiftRules(session), url)
  const gifts = await loadGifts(session, way.category, url, { rules, foldsAmounts: true })
  return { ...gifts, left, title: way.title, lead: way.text, orderId: order ? readId(order) : null }
}

export default function SendWay() {
  const { title, lead, orderId, ...gifts } = useLoaderData<typeof loader>()
  /** Who spends an allowance sends on one screen: there are no steps. */
  const isOneScreen = gifts.isNarrowed && !orderId
  return (
    <>
      <PageHeader
        title={title}
        lead={lead}
        back={
          orderId
            ? { to: paths.draftStep(orderId, 'gift'), label: 'Your draft' }
            : { to: paths.send, label: 'Send a gift' }
        }
      />
      {isOneScreen ? null : <StepList steps={listSendSteps(null)} />}
      <GiftPicker
        {...gifts}
        keep={orderId ? { order: orderId } : {}}
        takes={isOneScreen ? undefined : { order: orderId }}
        productPath={(productId) => (isOneScreen ? paths.sendOne(productId) : paths.sendProduct(productId, orderId))}
        amountsPath={(slug) =>
          withQuery(paths.sendWay(slug === 'choice-of-gift' ? 'choice' : 'choice-eu'), { order: orderId })
        }
        allPath={paths.sendWay('browse')}
      />
    </>
  )
}
