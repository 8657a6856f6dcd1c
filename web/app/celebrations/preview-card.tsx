import { type CelebrationPreview, PREVIEW_DAYS } from '#contract/celebrations/celebrations.ts'
import { formatMoney } from '#kit/money.ts'
import { capitalise, formatDay, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './celebrations.module.css'

const SHOWN = 50

/** Whom a rule celebrates in the next days, what that costs, and what stands against it. */
export function PreviewCard({ preview }: { preview: CelebrationPreview | null }) {
  if (!preview)
    return (
      <Card title={`The next ${PREVIEW_DAYS} days`}>
        <p className="muted">You see here who is celebrated next and what that costs.</p>
      </Card>
    )
  const { celebrations, people, withoutDate, withoutAddress, costPerGift, cost, available, currency, problems } =
    preview
  const refusals = problems.filter(({ code }) => code !== 'insufficient_funds')
  const left = [
    withoutDate ? `${plural(withoutDate, 'person has', 'people have')} no date in your HR system` : '',
    withoutAddress ? `${plural(withoutAddress, 'person has', 'people have')} no work address there` : '',
  ].filter(Boolean)
  return (
    <>
      {refusals.length ? (
        <Notice tone="danger" title="Such a gift would be refused.">
          <ul>
            {refusals.map(({ path, message }) => (
              <li key={`${path} ${message}`}>{capitalise(message)}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {cost > available ? (
        <Notice tone="warning" title="The wallet does not have enough for these days.">
          It has {formatMoney(available, currency)}. Top it up before they come.
        </Notice>
      ) : null}
      <Card title={`The next ${PREVIEW_DAYS} days`}>
        <div className="stack">
          <p>
            <strong>{plural(celebrations.length, 'gift')}</strong> for <strong>{formatMoney(cost, currency)}</strong>,
            at {formatMoney(costPerGift, currency)} each. {plural(people, 'person is', 'people are')} celebrated once a
            year. Gifts go out at 9 in the morning.
          </p>
          {left.length ? <p className="muted">{left.join('; ')}: they are left out.</p> : null}
          {celebrations.length ? (
            <ul className={styles.people}>
              {celebrations.slice(0, SHOWN).map(({ name, day, years }) => (
                <li key={`${name} ${day}`}>
                  <strong>{name}</strong>
                  <span className="muted">
                    {formatDay(day, 'UTC')}
                    {years === null ? '' : `, ${plural(years, 'year')} at work`}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="muted">No one is celebrated in these days.</p>
          )}
          {celebrations.length > SHOWN ? (
            <p className="muted">and {plural(celebrations.length - SHOWN, 'more', 'more')}.</p>
          ) : null}
        </div>
      </Card>
    </>
  )
}
