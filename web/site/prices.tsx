import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { SubscriptionPlan } from '#contract/plans/plans.ts'
import { formatPrice } from '#kit/money.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { plural } from '#web/ui/format.ts'
import { groupVariations, planPicture } from '#web/ui/plan-variations.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const { session: settings, links } = context.get(webContext)
  if (settings.authenticationEverywhere) throw redirect(paths.home)
  const session = getSession(context)
  const plans = session.unwrap(await (await session.catalogue()).listPlans()).data
  return { plans, sales: links.sales }
}

/** The plans that are open for sign-up, and what a gift costs besides. */
export default function Prices() {
  const { plans, sales } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Prices · Posy</title>
      <meta name="description" content="What Posy costs: plans, and the fee of a gift." />
      <h1>Prices</h1>
      <p className="lead">
        You pay for the gifts you send, a small handling fee for some of them, and a plan. The price of every gift is
        shown to the penny, fees and VAT included, before you pay.
      </p>
      <ul className="offers">
        {groupVariations(plans, (plan) => plan).map((variations) => (
          <PlanCard key={variations[0]!.id} variations={variations} />
        ))}
      </ul>
      <p>
        More people, or something special? <a href={sales}>Contact sales</a>.
      </p>
    </>
  )
}

/** A plan, with every price there is for it. */
function PlanCard({ variations }: { variations: readonly SubscriptionPlan[] }) {
  const [first] = variations as [SubscriptionPlan]
  const picture = planPicture(first)
  return (
    <li className="offer">
      {picture ? <img className="offer-picture" src={picture} alt="" /> : null}
      <h2>{first.name}</h2>
      <ul className="offer-contents">
        {planSummary(first).map((content) => (
          <li key={content}>{content}</li>
        ))}
      </ul>
      {variations.map((plan) => (
        <div key={plan.id} className="offer-variation">
          <p>
            <span className="offer-price">{formatPrice(plan.price, 'GBX')}</span>
            {plan.price ? ` a ${plan.billingPeriod}, plus VAT` : ` a ${plan.billingPeriod}`}
          </p>
          <a className="button" href={paths.signUpFor(plan.id)}>
            {variations.length > 1 ? `Sign up by the ${plan.billingPeriod}` : 'Sign up'}
          </a>
        </div>
      ))}
    </li>
  )
}

function planSummary({ entities }: SubscriptionPlan): string[] {
  const { wallets, subteams, participants, themes, hugggsPerOrder } = entities
  return [
    plural(wallets, 'wallet'),
    ...(subteams ? [plural(subteams, 'subteam')] : []),
    ...(participants ? [`${plural(participants, 'person', 'people')} in budgets`] : []),
    ...(themes ? [plural(themes, 'brand theme')] : []),
    `${plural(hugggsPerOrder, 'gift')} in one purchase`,
  ]
}
