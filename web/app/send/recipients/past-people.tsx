import { useZone } from '#web/app/shell/app-data.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { SelectControl, TextControl } from '#web/ui/kit/field.tsx'
import wizard from '#web/ui/wizard/wizard.module.css'
import { pastPurchaseLabel } from './past-label.ts'
import type { pastPurchases, PastPeople as Shown } from './past-people.server.ts'

export interface PastPeopleProps {
  purchases: Awaited<ReturnType<typeof pastPurchases>>
  shown: Shown | null
}

/** Whom the team has sent to before, to be chosen from; all of it works as a plain form. */
export function PastPeople({ purchases, shown }: PastPeopleProps) {
  const zone = useZone()
  return (
    <Card>
      <details open={shown !== null}>
        <summary className={wizard.summary}>Choose from people you have sent to before</summary>
        <div className="stack">
          <div className={wizard.pair}>
            <TextControl name="wanted" label="Name or address" defaultValue={shown?.wanted ?? ''} maxLength={200} />
            <SelectControl name="purchase" label="Or the people of a purchase" defaultValue={shown?.purchase ?? ''}>
              <option value="">Any purchase</option>
              {purchases.map(({ id, ...purchase }) => (
                <option key={id} value={id}>
                  {pastPurchaseLabel(purchase, zone)}
                </option>
              ))}
            </SelectControl>
          </div>
          <div>
            <SubmitButton look="quiet" name="intent" value="past">
              Find people
            </SubmitButton>
          </div>
          {shown?.people.length ? <Found {...shown} zone={zone} /> : null}
        </div>
      </details>
    </Card>
  )
}

const Found = ({ people, hasMore, purchase, zone }: Shown & { zone: string }) => (
  <>
    <fieldset className={wizard.found}>
      <legend>{plural(people.length, 'person', 'people')} found</legend>
      {people.map(({ address, name, lastAt }) => (
        <label key={address} className="row">
          <input type="checkbox" name="person" value={address} defaultChecked={purchase !== ''} />
          <span>
            {name ? `${name}, ${address}` : address}{' '}
            <span className="muted small">last on {formatDay(lastAt, zone)}</span>
          </span>
        </label>
      ))}
    </fieldset>
    {hasMore ? <p className="muted small">There are more. Give a name to find them.</p> : null}
    <div>
      <SubmitButton look="quiet" name="intent" value="addPast">
        Add the ticked people
      </SubmitButton>
    </div>
  </>
)
