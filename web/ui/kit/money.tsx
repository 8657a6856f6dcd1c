import { formatMoney } from '#kit/money.ts'
import styles from './money.module.css'

interface MoneyProps {
  /** Whole pence. */
  pence: number
  currency: string
  /** A movement: with its sign, and in green where money arrived. */
  movement?: boolean
}

/** An amount in figures of one width, so that columns of them line up. */
export function Money({ pence, currency, movement = false }: MoneyProps) {
  const sign = movement && pence > 0 ? '+' : ''
  return (
    <span className={`${styles.money} ${movement && pence > 0 ? styles.arrived : ''}`}>
      {sign}
      {formatMoney(pence, currency)}
    </span>
  )
}
