import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { daysAllowed } from '#web/app/catalogue/days-valid.ts'
import { teamGiftRules, whyNot } from '#web/app/catalogue/gift-rules.ts'
import { loadGiftRulesTeam } from '#web/app/catalogue/load-gift-rules.server.ts'
import { id, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StepList } from '#web/ui/wizard/step-list.tsx'
import styles from '#web/ui/wizard/wizard.module.css'
import { loadGiftOrder, requireSender } from '../load-draft.server.ts'
import { listSendSteps, nextSendStep } from '../steps.ts'
import { GiftSummary } from './gift-summary.tsx'
import { isUntouched, loadDrafts } from './load-drafts.server.ts'

const DRAFTS_LOOKED_AT = 50

/** The gift that was picked, to be looked at once more before a draft is made of it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  requireSender(session)
  const { searchParams } = new URL(request.url)
  const order = searchParams.get('order')
  return {
    orderId: order ? readId(order) : null,
    ...(await loadPicked(session, readId(searchParams.get('product')), order)),
  }
}

/** A gift, what stands against giving it, and a draft of it that is for people already. */
async function loadPicked(session: Session, id: string, order: string | null) {
  const [found, team, drafts] = await Promise.all([
    session.api.getProduct({ params: { id } }),
    loadGiftRulesTeam(session),
    order ? [] : loadDrafts(session, DRAFTS_LOOKED_AT),
  ])
  const product = session.unwrap(found).data
  const earlier = drafts.find((draft) => draft.order.productId === id && draft.people && draft.order.approval === null)
  return {
    product,
    refusal: whyNot(product, team && teamGiftRules(team)),
    allowed: daysAllowed(team),
    earlier: earlier
      ? {
          people: earlier.people,
          next: paths.draftStep(earlier.order.id, nextSendStep(earlier.order, earlier.hasTyped)),
        }
      : null,
  }
}

/** Saves the first draft, opens one of this gift that nothing else was chosen for, or puts another gift into one. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  requireSender(session)
  const form = await request.formData()
  const { product: productId, order: given, straight } = readForm(form, { product: id, order: text, straight: text })
  if (straight && (await wantsALook(session, productId, given)))
    return redirect(paths.sendProduct(productId, given || null), 303)
  if (given) {
    const order = await loadGiftOrder(session, given)
    // What was said of one choice says nothing of another.
    const entity = { productId, ...(order.productId === productId ? {} : { hugggMeta: null }) }
    const saved = await session.api.updateOrder({ params: { id: order.id }, body: { entity } })
    if (!saved.ok) return data(toFormFailure(saved.problem, form), { status: 400 })
    return redirect(paths.draftStep(order.id, 'recipients'), 303)
  }
  const drafts = await loadDrafts(session, DRAFTS_LOOKED_AT)
  const untouched = drafts.find((draft) => draft.order.productId === productId && isUntouched(draft))?.order
  if (untouched && untouched.type !== 'superhuggg') return redirect(paths.draftStep(untouched.id, 'recipients'), 303)
  const made = await session.api.createOrder({ body: { type: 'bulkHugggs', productId } })
  if (!made.ok) return data(toFormFailure(made.problem, form), { status: 400 })
  return redirect(paths.draftStep(made.value.data.id, 'recipients'), 303)
}

/** A gift is pressed once and taken, unless its sender should read something first. */
async function wantsALook(session: Session, productId: string, order: string): Promise<boolean> {
  const { product, refusal, earlier } = await loadPicked(session, productId, order || null)
  return !product.active || refusal !== null || earlier !== null
}

export default function NewGift() {
  const { product, orderId, refusal, allowed, earlier } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const other = orderId ? withQuery(paths.sendWay('browse'), { order: orderId }) : paths.send
  return (
    <>
      <PageHeader title="Send this gift" back={{ to: other, label: 'Choose another' }} />
      <StepList steps={listSendSteps(null)} />
      <div className="card panel stack">
        <GiftSummary product={product} allowed={allowed} />
        {refusal ? (
          <Notice tone="warning" title="Your budget does not allow this gift">
            {refusal} Choose another one.
          </Notice>
        ) : null}
        {earlier ? (
          <Notice title="You have a draft of this gift">
            It is for {earlier.people}. <Link to={earlier.next}>Carry on with it</Link>, or continue with a new one.
          </Notice>
        ) : null}
        <ActionForm failure={failure}>
          <input type="hidden" name="product" value={product.id} />
          {orderId ? <input type="hidden" name="order" value={orderId} /> : null}
          <div className={styles.foot}>
            <LinkButton look="quiet" to={other}>
              Choose another
            </LinkButton>
            <SubmitButton blocked={refusal ?? (product.active ? null : 'This gift is not sold at present.')}>
              Continue with this
            </SubmitButton>
          </div>
        </ActionForm>
      </div>
    </>
  )
}
