import type { Gift } from '#contract/recipient.ts'
import { paths } from '#web/paths.ts'
import { copy } from './copy.en-GB.ts'

/** From this many kinds on they are listed first, each a link to its own. */
const KINDS_LISTED = 3

type Option = Gift['choices'][number]['options'][number]

/** A choice-of-gift: pick one, then say so. Two acts, because it can be done only once. */
export function Choices({ gift }: { gift: Gift }) {
  return (
    <form className="choices" method="post" action={paths.gift(gift.shortcode)}>
      <input type="hidden" name="step" value="choose" />
      <p className="lead">{copy.choose.text}</p>
      {gift.choices.length < KINDS_LISTED ? null : (
        <nav aria-label={copy.choose.kinds} className="kinds">
          {gift.choices.map(({ segmentName }, place) => (
            <a key={segmentName} href={`#kind-${place}`}>
              {segmentName}
            </a>
          ))}
        </nav>
      )}
      {gift.choices.map((segment, place) => (
        <fieldset key={segment.segmentName} id={`kind-${place}`}>
          <legend>
            <h2>{segment.segmentName}</h2>
          </legend>
          <div className="options">
            {segment.options.map((option) => (
              <OptionCard key={option.productId} option={option} />
            ))}
          </div>
        </fieldset>
      ))}
      <div className="choose-bar">
        <button className="button wide" type="submit">
          {copy.choose.action}
        </button>
      </div>
    </form>
  )
}

function OptionCard({ option }: { option: Option }) {
  const detailsId = `about-${option.productId}`
  return (
    <label className="option">
      <input type="radio" name="productId" value={option.productId} required aria-describedby={detailsId} />
      <img src={option.imageUrl} alt="" width="320" height="200" loading="lazy" />
      <span className="option-text">
        <span className="brand">{option.brandName}</span>
        <strong>{option.name}</strong>
        <span id={detailsId} className="option-description">
          {option.description}
        </span>
      </span>
    </label>
  )
}
