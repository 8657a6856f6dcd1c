import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { readWayBack, wayBack, wayBackLabel } from './way-back.ts'

test('someone who tops up for a budget comes with what is missing, and goes back to it', () => {
  const from = paths.budget('019a')
  const to = paths.walletTab('019b', 'card', 15_000, { from })
  expect(to).toBe('/wallets/019b/card?amount=150.00&from=%2Fbudgets%2F019a')
  expect(readWayBack({ url: `http://posy.test${to}` })).toBe(from)
  expect(wayBackLabel(from)).toBe('Back to the budget')
})

test('someone who stores a card for their plan goes back to it, from the bank too', () => {
  const plan = paths.teamTab('plan')
  for (const to of [paths.cardsFor(plan), paths.cardsFor(plan, '019c'), paths.afterBank({ from: plan })])
    expect(readWayBack({ url: `http://posy.test${to}` })).toBe(plan)
  expect(wayBackLabel(plan)).toBe('Back to the plan')
})

test('no address leads back to another site', () => {
  for (const said of ['//evil.example', 'https://evil.example', '/\\evil.example', '', null, undefined, 3])
    expect(wayBack(said)).toBeNull()
})
