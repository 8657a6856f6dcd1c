import { readAmount } from '#kit/amounts.ts'
import { SetupError } from './setup/command.ts'

type Values = Record<string, string | boolean | undefined>

/** What is given as people type it, and what commands take in its place. */
const PENCE: Record<string, readonly string[]> = { amount: ['amount-pence', 'pence'], credit: ['credit-pence'] }

export const amountOptions = { amount: { type: 'string' }, credit: { type: 'string' } } as const

/**
 * Amounts of a command: `--amount 12.50` is read as on every screen and said back; `--amount-pence` takes digits and
 * nothing else, so that no comma or point of it is taken for anything.
 * @throws SetupError
 */
export function withPence<V extends Values>(values: V, print: (line: string) => void): V {
  const read: Values = { ...values }
  for (const [typed, names] of Object.entries(PENCE)) {
    for (const name of names)
      if (typeof values[name] === 'string' && !/^-?\d{1,15}$/.test(values[name].trim()))
        throw new SetupError(`--${name}: takes whole pence, such as 1250; in pounds give --${typed} 12.50`)
    const text = values[typed]
    if (typeof text !== 'string') continue
    const given = names.find((name) => values[name] !== undefined)
    if (given) throw new SetupError(`--${typed} and --${given}: give one of them`)
    const amount = readAmount(text, { negative: true })
    if ('problem' in amount) throw new SetupError(`--${typed}: “${text}” is no amount such as 250 or 1,250.50`)
    for (const name of names) read[name] = String(amount.pence)
    print(`--${typed} is read as ${(amount.pence / 100).toFixed(2)}`)
  }
  return read as V
}
