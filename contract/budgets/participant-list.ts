import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, freeText, id, listText } from '../core/shapes.ts'
import { MAX_PARTICIPANTS } from './participants.ts'

const cell = () => listText(10_000)

const list = {
  /** Who was in the budget when they were typed, by address: someone else who came since stays. */
  known: z.array(freeText(320)).max(MAX_PARTICIPANTS),
  rows: z
    .array(
      z.object({
        email: cell(),
        name: cell(),
        /** In pounds. */
        amount: cell(),
      }),
    )
    .max(2 * MAX_PARTICIPANTS),
}

/** People of a budget as they were typed, right and wrong ones: none takes part before they are added. */
export const ParticipantList = z.object({ ...list, dateModified: z.string() })
export type ParticipantList = z.infer<typeof ParticipantList>

const base = { tag: 'Automated budgets', access: 'session', permission: 'create-automated-budget' } as const
const params = z.object({ id: id('automatedBudget') })
const path = '/v3/automated-budgets/{id}/participant-list' as const

export const getParticipantList = endpoint({
  ...base,
  id: 'getParticipantList',
  method: 'GET',
  path,
  summary: 'The people of a budget as they were typed; null where all of them take part.',
  params,
  errors: ['not_found'],
  response: data(ParticipantList.nullable()),
})

export const putParticipantList = endpoint({
  ...base,
  id: 'putParticipantList',
  method: 'PUT',
  path,
  summary:
    'Keeps people with a budget that has not started as they were typed, right or wrong. They take part once added.',
  params,
  body: z.object(list),
  errors: ['not_found', 'wrong_state', 'conflict'],
  response: data(ParticipantList.nullable()),
})

export const participantListEndpoints = { getParticipantList, putParticipantList }
