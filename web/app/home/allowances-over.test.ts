import { expect, test } from 'vitest'
import { allowancesOver } from './allowances-over.ts'

test('home tells people that they are no longer in a budget, and that gifts stay valid', () => {
  const allowance = { participantId: 'p', name: 'Treats', teamName: 'Acme', participantStatus: 'deleted' } as const
  const ended = { ...allowance, participantStatus: 'active' } as const
  const [removed, over] = allowancesOver([allowance, ended], null)
  expect([removed!.title, over!.title]).toEqual(['You are no longer in Treats', 'Treats has ended'])
  expect(removed!.text).toBe('What you had not spent went back to Acme. Gifts that you sent stay valid.')
})

test('home does not say again below that a budget has ended whose card says it', () => {
  const over = { name: 'Treats', teamName: 'Acme', participantStatus: 'active' } as const
  const [other, ...more] = allowancesOver(
    [
      { ...over, participantId: 'shown' },
      { ...over, participantId: 'other' },
    ],
    { participantId: 'shown' },
  )
  expect([other!.key, more]).toEqual(['over other', []])
})
