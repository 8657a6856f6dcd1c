import { useRef } from 'react'
import type { FoundPerson } from '#contract/awards/people.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import type { Failure } from '#web/ui/kit/failure.ts'
import { TextField } from '#web/ui/kit/form.tsx'
import { useSideFetcher } from '#web/ui/kit/use-side-fetcher.ts'
import { awardStates } from './labels.ts'
import styles from './support.module.css'

/** Fields that tell who is meant. */
const TELLING = ['grantId', 'name', 'dateOfBirth', 'phoneNumber', 'email', 'postcode', 'caseReference']

/** Whether anyone can be known by it: a birth date or a postcode is many people’s. */
export const isTelling = (typed: Record<string, string | undefined>): boolean =>
  Boolean(typed.phoneNumber || typed.email || typed.caseReference || typed.name)

/** Asks who is known already once the field that someone was in is left, and what was typed has changed. */
export function useKnownPeople() {
  const fetcher = useSideFetcher<{ known: FoundPerson[] }>()
  const asked = useRef('')
  const look = (form: HTMLFormElement | null) => {
    if (!form) return
    const typed = new FormData(form)
    const told = TELLING.map((name) => [name, `${typed.get(name) ?? ''}`.trim()] as const)
    const has = Object.fromEntries(told)
    const tells = isTelling(has)
    const now = JSON.stringify(told)
    if (!tells || now === asked.current) return
    asked.current = now
    void fetcher.submit({ ...has, intent: 'check' }, { method: 'post' })
  }
  return { known: fetcher.data?.known, look }
}

interface KnownPeopleProps {
  known: readonly FoundPerson[]
  failure: Failure | null
  who: string | undefined
}

/** Whom the team has helped that are like who was typed: the award can be one more of theirs. */
export function KnownPeople({ known, failure, who }: KnownPeopleProps) {
  const wrong = failure?.fields.who
  return (
    <div className={styles.known}>
      <fieldset aria-describedby={wrong ? 'who-error' : undefined}>
        <legend>You may have helped them before</legend>
        {known.map((person) => (
          <div key={person.id} className={styles.one}>
            <label>
              <input type="radio" name="who" value={person.id} defaultChecked={who === person.id} />
              <span>
                Award to this person: <strong>{person.name}</strong>
                <span className="muted small"> {describePerson(person)}</span>
              </span>
            </label>
            <ul className="small">
              {person.awards.map((award) => (
                <li key={award.id}>
                  <a href={paths.award(award.id)} target="_blank" rel="noreferrer">
                    {formatMoney(award.amount, award.currency)} on {formatDay(award.dateCreated, BUSINESS_ZONE)}, case{' '}
                    {award.caseReference}
                  </a>{' '}
                  by {award.createdBy.name}: {awardStates[award.status].label.toLowerCase()}
                </li>
              ))}
            </ul>
          </div>
        ))}
        <label>
          <input type="radio" name="who" value="new" defaultChecked={who === 'new'} />
          <span>Someone else: a new person</span>
        </label>
        {wrong ? (
          <p id="who-error" className={styles.wrong}>
            {wrong}
          </p>
        ) : null}
        {known.some(({ isHelpedLately }) => isHelpedLately) && !failure?.fields.duplicateReason ? (
          <HelpedAgain />
        ) : null}
      </fieldset>
    </div>
  )
}

/** What tells one from another, and how they can be reached. */
export const describePerson = ({ dateOfBirth, postcode, phoneNumber, email }: FoundPerson): string =>
  [dateOfBirth && `born ${formatDay(dateOfBirth, 'UTC')}`, postcode, phoneNumber, email].filter(Boolean).join(', ')

/** What a colleague of another team knows is not shown: that there was help, and about when, stands above. */
export const HelpedAgain = ({ isNeeded = false }: { isNeeded?: boolean }) => (
  <TextField
    name="duplicateReason"
    label="Why they are helped again"
    description={
      isNeeded
        ? 'Kept in the award’s history'
        : 'Someone helped in the last 28 days needs a reason. Kept in the award’s history'
    }
    required={isNeeded}
    maxLength={500}
    autoComplete="off"
  />
)
