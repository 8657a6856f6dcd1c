import type { Gift } from '#contract/hugggs/recipient.ts'
import { formatPrice } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { priceSteps, type Wish, whatToOffer } from './choosing.ts'
import { copy } from './copy.en-GB.ts'

type Option = Gift['choices'][number]['options'][number]

interface ChoicesProps {
  gift: Gift
  worthPence: number
  wish: Wish
}

/** A choice-of-gift: pick one, then say so. Two acts, because it can be done only once. */
export function GiftChoices({ gift, worthPence, wish }: ChoicesProps) {
  const { near, smaller } = whatToOffer(gift.choices, { worthPence, wish })
  const card = (option: Option) => (
    <OptionCard key={option.productId} option={option} currency={gift.product.currency} />
  )
  return (
    <div className="choices">
      <p className="lead">
        <strong>{copy.choose.worth(formatPrice(worthPence, gift.product.currency))}.</strong> {copy.choose.text}
      </p>
      <Kinds gift={gift} wish={wish} />
      <Filter gift={gift} wish={wish} worthPence={worthPence} />
      {near.length === 0 ? <p>{copy.choose.nothing}</p> : null}
      <form className="choices" method="post" action={paths.gift(gift.shortcode)}>
        <input type="hidden" name="step" value="choose" />
        <div className="options" role="radiogroup" aria-label={copy.choose.group}>
          {near.map(card)}
        </div>
        {smaller.length ? (
          <details className="smaller">
            <summary>{copy.choose.smaller(smaller.length)}</summary>
            <div className="options" role="radiogroup" aria-label={copy.choose.groupSmaller}>
              {smaller.map(card)}
            </div>
          </details>
        ) : null}
        {near.length ? (
          <div className="choose-bar">
            <button className="button wide" type="submit">
              {copy.choose.action}
            </button>
          </div>
        ) : null}
      </form>
    </div>
  )
}

/** The kinds of which their sender says something, each leading to what is in it. */
function Kinds({ gift, wish }: Pick<ChoicesProps, 'gift' | 'wish'>) {
  const told = gift.choices.filter(
    ({ segmentName, description, imageUrl }) => (description || imageUrl) && (!wish.kind || wish.kind === segmentName),
  )
  if (told.length === 0) return null
  return (
    <ul className="kinds" aria-label={copy.choose.kinds(gift.fromName)}>
      {told.map(({ segmentName, description, imageUrl }) => (
        <li key={segmentName}>
          {imageUrl ? <img src={imageUrl} alt="" width="320" height="180" loading="lazy" /> : null}
          <div className="kind-text">
            <a href={paths.giftKind(gift.shortcode, segmentName)}>{segmentName}</a>
            {description ? <p>{description}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Works without scripts: it asks for this page again, and changes nothing. */
function Filter({ gift, wish, worthPence }: ChoicesProps) {
  const kinds = gift.choices.map(({ segmentName }) => segmentName)
  const steps = priceSteps(gift.choices, worthPence)
  const here = paths.gift(gift.shortcode)
  return (
    <form className="choice-filter" method="get" action={here} aria-label={copy.choose.find}>
      {kinds.length > 1 ? (
        <label>
          {copy.choose.kind}
          <select name="kind" defaultValue={wish.kind}>
            <option value="">{copy.choose.anyKind}</option>
            {kinds.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </select>
        </label>
      ) : null}
      {steps.length ? (
        <label>
          {copy.choose.price}
          <select name="most" defaultValue={wish.mostPence === null ? '' : String(wish.mostPence)}>
            <option value="">{copy.choose.anyPrice}</option>
            {steps.map((pence) => (
              <option key={pence} value={pence}>
                {copy.choose.upTo(formatPrice(pence, gift.product.currency))}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <label>
        {copy.choose.word}
        <input type="search" name="word" maxLength={60} defaultValue={wish.word} />
      </label>
      <button className="button quiet" type="submit">
        {copy.choose.filter}
      </button>
      {wish.kind || wish.word || wish.mostPence !== null ? <a href={here}>{copy.choose.showAll}</a> : null}
    </form>
  )
}

function OptionCard({ option, currency }: { option: Option; currency: string }) {
  const detailsId = `about-${option.productId}`
  return (
    <label className="option">
      <input type="radio" name="productId" value={option.productId} required aria-describedby={detailsId} />
      <img src={option.imageUrl} alt="" width="320" height="200" loading="lazy" />
      <span className="option-text">
        <span className="brand">{option.brandName}</span>
        <strong>{option.name}</strong>
        <span className="option-price">{formatPrice(option.pricePence, currency)}</span>
        <span id={detailsId} className="option-description">
          {option.description}
        </span>
      </span>
    </label>
  )
}

/** It can be chosen once, and so is asked about once; with the sum that is left over, where there is one. */
export function ConfirmChoice({
  gift,
  option,
  choice,
}: {
  gift: Gift
  option: Option
  choice: NonNullable<Gift['choice']>
}) {
  const { currency } = gift.product
  const left = choice.worthPence - option.pricePence
  const [worth, over] = [formatPrice(option.pricePence, currency), formatPrice(left, currency)]
  const here = paths.gift(gift.shortcode)
  return (
    <>
      <h1>{copy.choose.sure(option.name)}</h1>
      <p className="lead">{left > 0 ? copy.choose.goesBack(worth, over, gift.fromName) : copy.choose.whole(worth)}</p>
      <section className="card product" aria-label={option.name}>
        <img className="product-image" src={option.imageUrl} alt="" width="640" height="400" />
        <div className="product-text">
          <p className="brand">{option.brandName}</p>
          <h2>{option.name}</h2>
          <p>{option.description}</p>
        </div>
      </section>
      <form className="step" method="post" action={here}>
        <input type="hidden" name="step" value="choose" />
        <input type="hidden" name="productId" value={option.productId} />
        <input type="hidden" name="leftOver" value={left} />
        <button className="button wide" type="submit">
          {copy.choose.action}
        </button>
        <a className="button quiet wide" href={here}>
          {copy.choose.another}
        </a>
      </form>
    </>
  )
}
