import type { Work } from './posy.ts'

/** What an operator did, beside what its command itself writes to the audit trail. */
export interface OperatorAct {
  /** The endpoint's id. */
  act: string
  subject: { kind: string; id: string }
  teamId?: string | null
  /** Null for signing in and out. */
  reason: string | null
  /** Ids and figures only. */
  details?: Record<string, unknown>
}

/** Writes an act down in the transaction that does it. By whom is the work's own actor: without an id, the command line. */
export async function recordOperatorAct(
  { tx, at, actor, requestId }: Work,
  { act, subject, teamId = null, reason, details = {} }: OperatorAct,
): Promise<void> {
  if (actor.kind !== 'operator') throw new Error(`${act} is an operator's act`)
  await tx
    .insertInto('operator_act')
    .values({
      at,
      operator_id: actor.id,
      act,
      subject_kind: subject.kind,
      subject_id: subject.id,
      team_id: teamId,
      reason,
      request_id: requestId,
      details: JSON.stringify(details),
    })
    .execute()
}
