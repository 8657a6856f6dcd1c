import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { SubscriptionPlan } from '#contract/plans.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatPrice, plural } from '#web/ui/format.ts'

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
        {plans.map((plan) => (
          <li key={plan.id} className="offer">
            <h2>{plan.name}</h2>
            <p>
              <span className="offer-price">{formatPrice(plan.price, 'GBX')}</span>
              {plan.price ? ` a ${plan.billingPeriod}, plus VAT` : ` a ${plan.billingPeriod}`}
            </p>
            <ul className="offer-contents">
              {planSummary(plan).map((content) => (
                <li key={content}>{content}</li>
              ))}
            </ul>
            <a className="button" href={paths.signUpFor(plan.id)}>
              Sign up
            </a>
          </li>
        ))}
      </ul>
      <p>
        More people, or something special? <a href={sales}>Talk to us</a>.
      </p>
    </>
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
