import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { Prices as PriceList } from '#contract/plans/plans.ts'
import { formatMoney, formatPrice } from '#kit/money.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { plural } from '#web/ui/format.ts'
import { giftsLabel, planPurpose } from '#web/ui/plan-limits.ts'
import { groupVariations, planPicture } from '#web/ui/plan-variations.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const { session: settings, links, sendsTexts } = context.get(webContext)
  if (settings.authenticationEverywhere) throw redirect(paths.home)
  const session = getSession(context)
  const { plans, handlingFees } = session.unwrap(await (await session.catalogue()).getPrices()).data
  return { plans, handlingFees, sendsTexts, sales: links.sales }
}

type Plan = PriceList['plans'][number]

/** Every plan that is sold, and what a gift costs besides. */
export default function Prices() {
  const { plans, handlingFees, sendsTexts, sales } = useLoaderData<typeof loader>()
  const start = plans.find(({ isOpenForSignUp }) => isOpenForSignUp)
  return (
    <>
      <title>Prices · Posy</title>
      <meta name="description" content="What Posy costs: plans, and the fee of a gift." />
      <h1>Prices</h1>
      <p className="lead">
        You pay for the gifts you send, a handling fee for some of them, and a plan. The price of every gift is shown to
        the penny, fees and VAT included, before you pay.
      </p>
      <h2>Plans</h2>
      <ul className="offers">
        {groupVariations(plans, (plan) => plan).map((variations) => (
          <PlanCard key={variations[0]!.id} variations={variations} start={start} />
        ))}
      </ul>
      <h2>Besides the price of a gift</h2>
      <ul>
        {handlingFees.map((fees) => (
          <li key={fees.currency}>{handlingFeeSentence(fees)}</li>
        ))}
        {sendsTexts && plans.length ? <li>{textSentence(plans)}</li> : null}
        <li>Email, links, shareable gifts and files to print cost nothing.</li>
      </ul>
      <p>
        More people, or something special? <a href={sales}>Contact sales</a>.
      </p>
    </>
  )
}

/** A plan, with every price there is for it. */
function PlanCard({ variations, start }: { variations: readonly Plan[]; start: Plan | undefined }) {
  const [first] = variations as [Plan]
  const picture = planPicture(first)
  const purpose = planPurpose(first)
  return (
    <li className="offer">
      {picture ? <img className="offer-picture" src={picture} alt="" /> : null}
      <h2>{first.name}</h2>
      {purpose ? <p>{purpose}</p> : null}
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
          {plan.isOpenForSignUp ? (
            <a className="button" href={paths.signUpFor(plan.id)}>
              {variations.length > 1 ? `Sign up by the ${plan.billingPeriod}` : `Sign up for ${plan.name}`}
            </a>
          ) : start ? (
            <p className="muted">
              Sign up for {start.name} and change to it under Team, Plan: it starts at once or when its first invoice is
              paid.
            </p>
          ) : null}
        </div>
      ))}
    </li>
  )
}

/** Fees are told without VAT, as they are agreed. */
function handlingFeeSentence({
  currency,
  products,
  productsWithoutFee,
  lowest,
  highest,
}: PriceList['handlingFees'][number]) {
  const of = `${plural(products, 'gift')} in ${currency === 'EUX' ? 'euros' : 'pounds'}`
  if (lowest === null || highest === null) return `Handling: no fee for any of the ${of}.`
  const span =
    lowest === highest
      ? formatMoney(lowest, currency)
      : `${formatMoney(lowest, currency)} to ${formatMoney(highest, currency)}`
  return productsWithoutFee
    ? `Handling: none for ${productsWithoutFee} of the ${of}, ${span} a gift for the others, plus VAT. Each gift’s page says which it is.`
    : `Handling: ${span} a gift for each of the ${of}, plus VAT.`
}

/** A long message, or one in letters beyond those of plain texts, takes more than one part. */
function textSentence(plans: readonly Plan[]) {
  const prices = plans.map(({ textSegment }) => textSegment)
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const span =
    lowest === highest
      ? formatMoney(lowest, 'GBX')
      : `${formatMoney(lowest, 'GBX')} to ${formatMoney(highest, 'GBX')}, by plan,`
  return `By text message: ${span} for each part of a text, plus VAT. You see how many parts it has before you pay.`
}

function planSummary(plan: Plan): string[] {
  const { wallets, subteams, participants, themes } = plan.entities
  const gifts = giftsLabel(plan)
  return [
    plural(wallets, 'wallet'),
    ...(subteams ? [plural(subteams, 'subteam')] : []),
    ...(participants ? [`${plural(participants, 'person', 'people')} in budgets`] : []),
    ...(themes ? [plural(themes, 'brand theme')] : []),
    ...(gifts ? [gifts] : []),
  ]
}
