import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { whyNot } from '#web/app/catalogue/gift-rules.ts'
import { loadGiftRules } from '#web/app/catalogue/load-gift-rules.server.ts'
import { webContext } from '#web/context.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StepList } from '#web/ui/wizard/step-list.tsx'
import { discardUntouched } from '../gift/load-drafts.server.ts'
import { shareableSteps } from '../steps.ts'
import { loadShareableForm, requireShareable } from './load-shareable-form.server.ts'
import { afterSaving, saveShareable } from './read-shareable.server.ts'
import { ShareableForm } from './shareable-form.tsx'

const productIn = (request: Request) => readId(new URL(request.url).searchParams.get('product'))

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const reference = productIn(request)
  const offered = await loadShareableForm(session, context.get(webContext), { productId: reference, draft: null })
  const [found, rules, quoted] = await Promise.all([
    session.api.getProduct({ params: { id: reference } }),
    loadGiftRules(session),
    session.api.quotePurchase({ body: { purchase: { type: 'superhuggg', reference, limit: 1 } } }),
  ])
  const product = session.unwrap(found).data
  // Not for sale to this reader: the gift's own page says why.
  if (!product.active || whyNot(product, rules)) throw redirect(paths.sendProduct(reference), 303)
  return { ...offered, product, quote: quoted.ok ? quoted.value.data.quote : null }
}

/** Saves the draft: from here on it can be carried on with anywhere. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  requireShareable(session)
  const productId = productIn(request)
  const form = await request.formData()
  const { order, failure } = await saveShareable(session, { draft: null, productId }, form)
  if (failure) return refused(failure)
  await discardUntouched(session, productId)
  return redirect(afterSaving(form, order.id), 303)
}

export default function NewShareable() {
  const { product, ...offered } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="One link for many"
        lead="Everyone who opens the link claims a gift of their own, until none is left."
        back={{ to: paths.sendProduct(product.id), label: 'The gift' }}
      />
      <StepList steps={shareableSteps(null)} />
      <ShareableForm {...offered} product={product} order={null} failure={failure} />
    </>
  )
}
