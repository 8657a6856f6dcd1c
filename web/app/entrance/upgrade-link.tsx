import { Link } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { formatPlanPrice } from '#web/app/team/plan/labels.ts'
import { paths } from '#web/paths.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './entrance.module.css'
import type { UpgradeShown } from './upgrade-shown.server.ts'

/** A plan, its price and the team that pays, before anything is ordered. */
export function UpgradeLink({ upgrade, failure }: { upgrade: UpgradeShown; failure: Failure | undefined }) {
  const { plan, team, todayTotal } = upgrade
  return (
    <>
      <title>Upgrade your plan · Posy</title>
      <h1>
        Upgrade {team.name} to {plan.name}
      </h1>
      <p className={styles.lead}>This orders a plan. Nothing is ordered until you confirm it.</p>
      <Facts
        facts={[
          { name: 'Team', value: team.name },
          { name: 'Plan', value: plan.name },
          { name: 'Price', value: formatPlanPrice(plan) },
          {
            name: 'Invoiced now',
            value: todayTotal === null ? null : `${formatMoney(todayTotal, 'GBX')} with VAT`,
          },
        ]}
      />
      <NextStep upgrade={upgrade} failure={failure} />
      <p>
        <Link to={paths.home}>Do not upgrade</Link>
      </p>
    </>
  )
}

function NextStep({ upgrade, failure }: { upgrade: UpgradeShown; failure: Failure | undefined }) {
  const { plan, team, hindrance } = upgrade
  if (hindrance === 'signed-out')
    return <LinkButton to={paths.signInFor(paths.verifyEmail)}>Sign in to continue</LinkButton>
  if (hindrance === 'other-team')
    return (
      <Notice tone="warning" title={`You are not in ${team.name} now`}>
        Switch to {team.name}, then open the link in the email again.
      </Notice>
    )
  if (hindrance === 'no-right')
    return (
      <Notice tone="warning" title="You may not order plans">
        Only someone who manages billing for {team.name} can upgrade it.
      </Notice>
    )
  return (
    <ActionForm failure={failure}>
      <input type="hidden" name="intent" value="upgrade" />
      <SubmitButton className={styles.wide}>
        Upgrade {team.name} to {plan.name}
      </SubmitButton>
    </ActionForm>
  )
}
