import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { daysAllowed } from '#web/app/catalogue/days-valid.ts'
import { loadGiftRulesTeam } from '#web/app/catalogue/load-gift-rules.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import styles from '#web/ui/wizard/wizard.module.css'
import { useDraft } from '../draft.ts'
import { loadGiftOrder } from '../load-draft.server.ts'
import { GiftSummary } from './gift-summary.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const [team] = await Promise.all([loadGiftRulesTeam(session), loadGiftOrder(session, params.id)])
  return { allowed: daysAllowed(team) }
}

export default function GiftStep() {
  const { order, product } = useDraft()
  const { allowed } = useLoaderData<typeof loader>()
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
      <GiftSummary product={product} allowed={allowed} />
      <div className={styles.foot}>
        <LinkButton look="quiet" to={others}>
          Choose another
        </LinkButton>
        <LinkButton to={paths.draftStep(order.id, 'recipients')}>Continue with this</LinkButton>
      </div>
    </div>
  )
}
