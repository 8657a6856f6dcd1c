import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id } from '../core/shapes.ts'
import { PendingRuleChange } from './preferences.ts'

/** A looser rule that waits, as those who may decide on it see it. */
export const RuleChange = PendingRuleChange.extend({
  team: z.object({ id: z.string(), name: z.string() }),
  /** Its outcome. */
  status: z.enum(['pending', 'confirmed', 'in-force', 'objected', 'withdrawn', 'replaced', 'lapsed']),
  /** Whether the caller may let it through, and whether they may end it. */
  mayConfirm: z.boolean(),
  mayObject: z.boolean(),
  /** Whether the caller, or a key they issued, asked for it. */
  isOwn: z.boolean(),
})
export type RuleChange = z.infer<typeof RuleChange>

const base = { tag: 'Teams', access: 'session' } as const
const decide = { ...base, method: 'POST', params: z.object({ id: id('ruleChange') }) } as const

export const listRuleChanges = endpoint({
  ...base,
  id: 'listRuleChanges',
  method: 'GET',
  path: '/v3/rule-changes',
  permission: ['manage-billing', 'manage-team-information', 'manage-subteam-information'],
  summary:
    'Looser rules of the team and its subteams that wait for another person, or for their hour; the oldest first.',
  response: data(z.array(RuleChange)),
})

export const confirmRuleChange = endpoint({
  ...decide,
  id: 'confirmRuleChange',
  path: '/v3/rule-changes/{id}/confirm',
  permission: 'manage-billing',
  summary:
    'Lets a looser rule hold from now on. For another person than who asked, who signed in and has managed billing for seven days; never for a key.',
  response: data(RuleChange),
  errors: ['not_found', 'wrong_state'],
})

export const objectToRuleChange = endpoint({
  ...decide,
  id: 'objectToRuleChange',
  path: '/v3/rule-changes/{id}/object',
  permission: ['manage-billing', 'manage-team-information', 'manage-subteam-information'],
  summary:
    'Ends a looser rule that waits: an objection of anyone who manages billing, or taken back by who asked. The rule stays as it is.',
  response: data(RuleChange),
  errors: ['not_found', 'wrong_state'],
})

export const ruleChangeEndpoints = { listRuleChanges, confirmRuleChange, objectToRuleChange }
