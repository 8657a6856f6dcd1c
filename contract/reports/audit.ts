import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { cursorPage, cursorQuery, id, instant } from '../core/shapes.ts'
import { RoleGroup } from '../teams/team-users.ts'

export const auditAreas = ['money', 'people', 'access', 'gifts', 'budgets', 'settings'] as const
export type AuditArea = (typeof auditAreas)[number]

/** One act: who did what to what, and when. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.object({
    /** `client`: a system with credentials of its own. `operator`: who runs Posy. `system`: it happened automatically. */
    kind: z.enum(['user', 'client', 'recipient', 'operator', 'system']),
    id: z.string().nullable(),
    /** As they are called now; null for anyone who no longer has a name. */
    name: z.string().nullable(),
  }),
  /** For example `wallet.closed`. New ones may be added. */
  action: z.string(),
  area: z.enum(auditAreas),
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  /** Where two operators do it: what it is, such as `second-step-off`. New ones may be added. */
  waitingAct: z.string().nullable(),
  /** The wallet that money was moved to. */
  target: z.object({ id: z.string(), name: z.string() }).nullable(),
  team: z.object({ id: z.string(), name: z.string() }),
  /** Pence, where money moved or was set. */
  amount: z.object({ pence: z.int(), currency: z.string() }).nullable(),
  /** Where an operator did it as a member of the team: as whom, and why. */
  impersonation: z.object({ userId: z.string(), userName: z.string().nullable(), reason: z.string() }).nullable(),
  /** What someone became, where their membership changed. */
  roleGroupId: RoleGroup.nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAudit = endpoint({
  id: 'listAudit',
  method: 'GET',
  path: '/v3/teams/{id}/audit',
  tag: 'Teams',
  access: 'session',
  summary: 'Who did what in a team and its subteams, newest first.',
  permission: ['team-admin', 'subteam-admin'],
  params: z.object({ id: id('team') }),
  query: z.object({
    ...cursorQuery,
    /** Inclusive. */
    from: instant().optional(),
    /** Exclusive. */
    to: instant().optional(),
    area: z.enum(auditAreas).optional(),
    /** Only what this person, or the service user of an API key, did. */
    actorId: id('user').optional(),
  }),
  response: cursorPage(AuditEntry),
  errors: ['not_found'],
})

export const auditEndpoints = { listAudit }
