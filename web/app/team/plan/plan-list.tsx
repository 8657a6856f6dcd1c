import type { PlanChange, PlanOffer } from '#contract/plans/plans.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { planPurpose } from '#web/ui/plan-limits.ts'
import { groupVariations, planPicture } from '#web/ui/plan-variations.ts'
import { chosenLabel, formatLimit, formatPlanPrice, limitNames, type ShownPlanEntity } from './labels.ts'
import styles from './plan.module.css'

/** The plans a team can move to, each with what it allows and at what prices. */
export const PlanList = ({ offers, change }: { offers: readonly PlanOffer[]; change: PlanChange | null }) =>
  offers.length ? (
    <Card title="Other plans">
      <ul className={styles.plans}>
        {groupVariations(offers, ({ plan }) => plan).map((variations) => (
          <PlanTile key={variations[0]!.plan.id} variations={variations} change={change} />
        ))}
      </ul>
    </Card>
  ) : null

function PlanTile({ variations, change }: { variations: readonly PlanOffer[]; change: PlanChange | null }) {
  const [{ plan: first }] = variations as [PlanOffer]
  const picture = planPicture(first)
  const purpose = planPurpose(first)
  return (
    <li className={styles.plan}>
      {picture ? <img className={styles.picture} src={picture} alt="" loading="lazy" /> : null}
      <h3>{first.name}</h3>
      {purpose ? <p className="muted">{purpose}</p> : null}
      <ul className={styles.limits}>
        {Object.entries(limitNames)
          // What a plan is for is said above.
          .filter(([entity]) => !(purpose && entity === 'hugggsPerOrder'))
          .map(([entity, name]) => (
            <li key={entity}>
              {name}: {formatLimit(first, entity as ShownPlanEntity)}
            </li>
          ))}
      </ul>
      {variations.map(({ plan, kind }) => (
        <div key={plan.id} className={styles.price}>
          <p className="muted">{formatPlanPrice(plan)}</p>
          {change?.planId === plan.id ? (
            <p>{chosenLabel(change)}</p>
          ) : (
            <LinkButton look={kind === 'upgrade' ? 'primary' : 'quiet'} to={paths.planChoice(plan.id)}>
              {kind === 'upgrade' ? `Upgrade to ${plan.name}` : `Move to ${plan.name}`}
            </LinkButton>
          )}
        </div>
      ))}
    </li>
  )
}
