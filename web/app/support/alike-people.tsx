import { Link } from 'react-router'
import type { FoundPerson } from '#contract/awards/people.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { tellApart } from '#web/ui/tell-apart.ts'
import { describePerson } from './known-people.tsx'
import { knownByLabels } from './labels.ts'
import styles from './support.module.css'

/** Who else of the team may be the same person: each keeps their own awards, and what one of them got is a press away. */
export function AlikePeople({ people }: { people: readonly FoundPerson[] }) {
  const apart = tellApart(people, ({ name }) => name)
  if (people.length === 0) return null
  return (
    <Card title="May be the same person">
      <ul className={styles.alike}>
        {people.map((person) => (
          <li key={person.id}>
            <Link to={paths.helpedPerson(person.id)}>
              {person.name}
              <span className="visually-hidden">, another record{apart(person)}</span>
            </Link>
            <span className="muted small"> {describePerson(person)}</span>
            <p className="small">
              {person.knownBy.map((way) => knownByLabels[way]).join(', ')}
              {lastAward(person)}
            </p>
          </li>
        ))}
      </ul>
      <p className="muted small">
        Limits count each record of a person alone. If they are one person, award to one of the records from now on.
      </p>
    </Card>
  )
}

const lastAward = ({ awards: [last] }: FoundPerson): string =>
  last
    ? `. Last: ${formatMoney(last.amount, last.currency)} on ${formatDay(last.dateCreated, BUSINESS_ZONE)} by ${last.createdBy.name}`
    : ''
