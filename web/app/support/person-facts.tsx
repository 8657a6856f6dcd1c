import type { AwardDetail } from '#contract/awards/awards.ts'
import { awardLanguages } from '#contract/awards/languages.ts'
import { formatDay } from '#web/ui/format.ts'
import { Facts } from '#web/ui/kit/facts.tsx'
import { personLabel } from './labels.ts'
import styles from './support.module.css'

/** Who someone is and how they are reached. */
export function PersonFacts({ person }: { person: AwardDetail['person'] }) {
  const address = [...(person.postalAddress ?? []), person.postcode].filter(Boolean).join('\n')
  return (
    <Facts
      facts={[
        { name: 'Name', value: personLabel(person) },
        { name: 'Date of birth', value: person.dateOfBirth && formatDay(person.dateOfBirth, 'UTC') },
        { name: 'Mobile', value: person.phoneNumber },
        { name: 'Email', value: person.email },
        { name: 'Language', value: person.language && awardLanguages[person.language].name },
        { name: 'Address', value: address && <span className={styles.lines}>{address}</span> },
      ]}
    />
  )
}
