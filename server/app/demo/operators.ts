import { hashPassword } from '#server/domains/identity/passwords/index.ts'
import { addOperator, operators, presetOperator } from '#server/domains/operators/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { DEMO_AUTHENTICATOR_KEY, DEMO_PASSWORD, demo } from './ids.ts'

const people = [
  { id: demo.operators.owner, email: 'owner@posy.test', name: 'Olive Owen', role: 'owner' },
  { id: demo.operators.finance, email: 'finance@posy.test', name: 'Farid Finn', role: 'finance' },
  { id: demo.operators.support, email: 'support@posy.test', name: 'Susan Short', role: 'support' },
] as const

/** Who runs the demo world, with a published password and authenticator key. Loading it again changes nothing. */
export async function loadDemoOperators(work: Work): Promise<void> {
  const existing = await operators(work.tx)
  const missing = people.filter(({ id }) => !existing.some((each) => each.id === id))
  if (missing.length === 0) return
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  for (const person of missing) {
    await addOperator(work, person, 'demo world')
    await presetOperator(work, { operatorId: person.id, passwordHash, secret: DEMO_AUTHENTICATOR_KEY })
  }
}
