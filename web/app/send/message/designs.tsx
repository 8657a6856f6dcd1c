import cards from '#web/app/activity/cards/cards.module.css'
import { DesignPicture } from '#web/app/activity/cards/picture.tsx'
import { layoutLabels } from '#web/app/activity/labels.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import options from '#web/ui/kit/options.module.css'
import type { Designs } from './load-designs.server.ts'

/** What gifts are printed on, by pictures of it. */
export const DesignChoice = ({ designs, chosenId, productId }: Designs) => (
  <Card>
    <fieldset className={`${options.options} ${cards.designs}`}>
      <legend>Design of the cards</legend>
      {designs.map((design) => (
        <label key={design.id} className={`${options.option} ${cards.design}`}>
          <DesignPicture template={design} product={productId} />
          <span className={cards.named}>
            <input type="radio" name="design" value={design.id} defaultChecked={design.id === chosenId} />
            <span>
              <strong>{design.name}</strong>
              <span className="muted small">{layoutLabels[design.layout]}</span>
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  </Card>
)

/** A card with the draft's own words, as it would be printed, and why it could not be. */
export const CardPreview = ({ card: { picture, flaws } }: Pick<Designs, 'card'>) => (
  <>
    {flaws.length ? (
      <Notice tone="warning" title="The cards cannot be printed like this">
        <ul>
          {flaws.map((flaw) => (
            <li key={flaw}>{toSentence(flaw)}</li>
          ))}
        </ul>
      </Notice>
    ) : null}
    {picture ? (
      <figure className={cards.sample}>
        <img
          className={cards.picture}
          src={picture}
          alt="The card as it is printed, with your message and who it is from"
          width="298"
          height="421"
        />
        <figcaption className="muted small">
          The name is an example, and the code opens nothing. You add a name to each card after paying.
        </figcaption>
      </figure>
    ) : flaws.length ? null : (
      <p className="muted">The card cannot be shown just now.</p>
    )}
  </>
)

const toSentence = (flaw: string) => `${flaw.charAt(0).toUpperCase()}${flaw.slice(1)}.`
