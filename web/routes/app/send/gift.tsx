import type { LoaderFunctionArgs } from 'react-router'
import { useDraft } from '../../../features/send/draft.ts'
import { GiftSummary } from '../../../features/send/gift-summary.tsx'
import { loadOpenOrder } from '../../../features/send/load-draft.server.ts'
import { stepPath } from '../../../features/send/steps.ts'
import styles from '../../../features/wizard/wizard.module.css'
import { sessionOf } from '../../../session/middleware.ts'
import { LinkButton } from '../../../ui/kit/button.tsx'
import { EmptyState } from '../../../ui/kit/empty-state.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  await loadOpenOrder(sessionOf(context), params.id)
  return null
}

export default function GiftStep() {
  const { order, product } = useDraft()
  const others = `/send/browse?order=${order.id}`
  if (!product)
    return (
      <div className="card">
        <EmptyState title="No gift yet" action={<LinkButton to={others}>Choose a gift</LinkButton>}>
          The gift of this draft is not there any more. Everything else in it is kept.
        </EmptyState>
      </div>
    )
  return (
    <div className="card panel stack">
      <GiftSummary product={product} />
      <div className={styles.foot}>
        <LinkButton look="quiet" to={others}>
          Choose another
        </LinkButton>
        <LinkButton to={stepPath(order.id, 'recipients')}>Continue with this</LinkButton>
      </div>
    </div>
  )
}
