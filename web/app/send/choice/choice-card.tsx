import { use } from 'react'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { FailureContext } from '#web/ui/kit/failure-context.ts'
import { CheckField, TextAreaField } from '#web/ui/kit/form.tsx'
import { CoverField } from '../cover-field.tsx'
import type { ChoiceToOffer } from './choice.server.ts'
import styles from './choice-card.module.css'
import { choiceFields, segmentFields } from './fields.ts'
import type { SegmentToOffer } from './said.ts'

/** Which segments of a choice its recipients are offered, and what they read and see of each. */
export const ChoiceCard = ({ description, segments }: ChoiceToOffer) => (
  <Card title="What they can choose from">
    <TextAreaField
      name={choiceFields.description}
      label="What you say of the choice (optional)"
      description="It stands above what they can choose from."
      defaultValue={description}
      rows={2}
      maxLength={2000}
    />
    <fieldset className={styles.segments}>
      <legend className="muted small">
        Leave out what does not suit them; at least one stays. Pictures of up to 4 MB together can be saved at a time.
      </legend>
      {segments.map((segment) => (
        <SegmentFields key={segment.id} {...segment} />
      ))}
    </fieldset>
  </Card>
)

/** Folded, but where something is said of it already, or is wrong. */
function SegmentFields({ id, name, count, isKept, words, picture }: SegmentToOffer) {
  const failure = use(FailureContext)
  const names = segmentFields(id)
  const { fields = {}, values } = failure ?? {}
  const isWrong = Boolean(fields[names.words] ?? fields[names.picture])
  return (
    <div className={styles.segment}>
      <CheckField
        name={names.keep}
        value="yes"
        label={`${name}, ${plural(count, 'gift')}`}
        defaultChecked={values ? names.keep in values : isKept}
      />
      <details open={isWrong || Boolean(words || picture)}>
        <summary>Your words and picture for {name}</summary>
        <div className="stack">
          <TextAreaField
            name={names.words}
            label={`Words for ${name} (optional)`}
            defaultValue={words}
            rows={2}
            maxLength={300}
          />
          <CoverField
            name={names.picture}
            goneName={names.pictureGone}
            label={`Picture for ${name} (optional)`}
            cover={picture}
            error={fields[names.picture]}
          />
        </div>
      </details>
    </div>
  )
}
