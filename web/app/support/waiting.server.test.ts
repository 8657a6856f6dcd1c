import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { afterDecision } from './waiting.server.ts'

const by = (id: string) => ({ status: 'referred', createdBy: { id } })
const after = (awards: string[], batches: string[]) =>
  afterDecision(
    {
      user: { id: 'me' },
      unwrap: (answer: object) => answer,
      api: {
        listAwards: async () => ({ data: awards.map(by), hasNext: false }),
        listAwardBatches: async () => ({ data: [...batches.map(by), { ...by('other'), status: 'issued' }] }),
      },
    } as unknown as Session,
    '/own',
  )

test('an approver comes to what others still ask for, and back where only their own requests wait', async () => {
  expect(await after(['other'], [])).toBe(paths.awardApprovals)
  expect(await after([], ['other'])).toBe(paths.awardApprovals)
  expect(await after(['me'], ['me'])).toBe('/own')
  expect(await after([], [])).toBe('/own')
})
