import type { LoaderFunctionArgs } from 'react-router'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import styles from '#web/ui/wizard/wizard.module.css'
import { useDraft } from '../draft.ts'
import { loadGiftOrder } from '../load-draft.server.ts'
import { GiftSummary } from './gift-summary.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  await loadGiftOrder(getSession(context), params.id)
  return null
}

export default function GiftStep() {
  const { order, product } = useDraft()
  const others = withQuery(paths.sendWay('browse'), { order: order.id })
  if (!product)
    return (
      <div className="card">
        <EmptyState title="No gift yet" action={<LinkButton to={others}>Choose a gift</LinkButton>}>
          The gift in this draft no longer exists. Everything else in it is saved.
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
        <LinkButton to={paths.draftStep(order.id, 'recipients')}>Continue with this</LinkButton>
      </div>
    </div>
  )
}
