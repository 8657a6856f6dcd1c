import { Link } from 'react-router'
import type { SubscriptionPlan } from '#contract/plans/plans.ts'
import { formatPrice } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, CheckField, TextField } from '#web/ui/kit/form.tsx'
import options from '#web/ui/kit/options.module.css'
import { giftsLabel, planPurpose } from '#web/ui/plan-limits.ts'
import { Captcha, type CaptchaProps } from './captcha.tsx'
import styles from './entrance.module.css'

interface SignUpFormProps {
  plans: readonly SubscriptionPlan[]
  /** Chosen before anybody chooses. */
  planId: string
  /** The one that stands chosen now. */
  chosen: SubscriptionPlan | undefined
  captcha: CaptchaProps | null
  failure: Failure | undefined
  onPlan(planId: string): void
}

/** An account, a team on a plan, and how it is paid for. */
export const SignUpForm = ({ plans, planId, chosen, captcha, failure, onPlan }: SignUpFormProps) => (
  <ActionForm failure={failure}>
    <div className={styles.pair}>
      <TextField name="firstName" label="First name" autoComplete="given-name" required maxLength={100} />
      <TextField name="surname" label="Surname" autoComplete="family-name" required maxLength={100} />
    </div>
    <TextField name="email" label="Work email" type="email" autoComplete="username" required />
    <TextField name="teamName" label="Team or company" autoComplete="organization" required maxLength={100} />
    <TextField
      name="businessEntityName"
      label="Company name on receipts (optional)"
      description="If you leave this empty, we use the name above."
      maxLength={200}
    />
    <fieldset className={options.options}>
      <legend>Plan</legend>
      {plans.map((plan) => (
        <label key={plan.id} className={options.option}>
          <input
            type="radio"
            name="planId"
            value={plan.id}
            onChange={() => onPlan(plan.id)}
            defaultChecked={plan.id === (failure?.values.planId ?? planId)}
          />
          <span>
            <strong>{plan.name}</strong>
            <span className="muted small">{planSummary(plan)}</span>
          </span>
          <span className={options.figures}>
            <strong>{formatPrice(plan.price, 'GBX')}</strong>
            <span className="muted small">a {plan.billingPeriod}</span>
          </span>
        </label>
      ))}
    </fieldset>
    <p className="muted small">
      Plans are paid by invoice. You may change to a larger one whenever you like:{' '}
      <a href={paths.prices}>all plans and prices</a>.
    </p>
    <CheckField
      name="terms"
      defaultChecked={failure?.values.terms === 'on'}
      label={
        <>
          I agree to <TermsLinks plan={chosen} />
        </>
      }
      required
    />
    <CheckField name="marketing" label="Write to me about new gifts, now and then" />
    {captcha ? <Captcha {...captcha} /> : null}
    <SubmitButton className={styles.wide}>Open the account</SubmitButton>
  </ActionForm>
)

/** What someone agrees to: the terms of this installation, and the plan’s own. */
export const TermsLinks = ({ plan }: { plan: SubscriptionPlan | undefined }) => (
  <>
    <Link to={paths.terms} target="_blank">
      the terms
    </Link>
    {plan?.termsURL ? (
      <>
        {' '}
        and{' '}
        <a href={plan.termsURL} target="_blank" rel="noreferrer">
          those of {plan.name}
        </a>
      </>
    ) : null}
  </>
)

function planSummary(plan: SubscriptionPlan): string {
  const { wallets, subteams, participants } = plan.entities
  const contents = [
    plural(wallets, 'wallet'),
    subteams ? plural(subteams, 'subteam') : null,
    participants ? `${plural(participants, 'person', 'people')} in budgets` : null,
    giftsLabel(plan),
  ]
  return [planPurpose(plan), contents.filter(Boolean).join(', ')].filter(Boolean).join(' ')
}
