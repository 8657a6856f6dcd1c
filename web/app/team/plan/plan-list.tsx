import type { PlanOffer } from '#contract/plans.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { formatLimit, formatPlanPrice, limitNames, type ShownPlanEntity } from './labels.ts'
import styles from './plan.module.css'

/** The plans a team can move to, each with what it allows. */
export const PlanList = ({ offers }: { offers: readonly PlanOffer[] }) =>
  offers.length ? (
    <Card title="Other plans">
      <ul className={styles.plans}>
        {offers.map(({ plan, kind }) => (
          <li key={plan.id} className={styles.plan}>
            <h3>{plan.name}</h3>
            <p className="muted">{formatPlanPrice(plan)}</p>
            <ul className={styles.limits}>
              {Object.entries(limitNames).map(([entity, name]) => (
                <li key={entity}>
                  {name}: {formatLimit(plan, entity as ShownPlanEntity)}
                </li>
              ))}
            </ul>
            <div>
              <LinkButton look={kind === 'upgrade' ? 'primary' : 'quiet'} to={paths.planChoice(plan.id)}>
                {kind === 'upgrade' ? `Upgrade to ${plan.name}` : `Move to ${plan.name}`}
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  ) : null
