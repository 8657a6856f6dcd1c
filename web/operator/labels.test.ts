import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { operatorContract } from '#contract/operator/index.ts'
import { actLabels } from './labels.ts'

test('every act of operators is said in words on their record', () => {
  const acts = (Object.values(operatorContract) as Endpoint[]).filter(({ operator }) => operator?.needsReason)
  expect(acts.map(({ id }) => id).filter((id) => !Object.hasOwn(actLabels, id))).toEqual([])
})
