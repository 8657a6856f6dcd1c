import type { ReactNode } from 'react'
import styles from './activity.module.css'

export interface Fact {
  name: string
  value: ReactNode
}

/** Names and values, line by line; what has no value is left out. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter(({ value }) => value !== null && value !== undefined && value !== '')
      .map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
