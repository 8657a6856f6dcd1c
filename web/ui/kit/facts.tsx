import type { ReactNode } from 'react'
import styles from './facts.module.css'

export interface Fact {
  name: ReactNode
  value: ReactNode
}

/** Names and values, line by line; what has no value is left out. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter(({ value }) => value !== null && value !== undefined && value !== '')
      .map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their places
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
