import type { AuditAction } from '#contract/reports/audit-actions.ts'
import { toDate } from '#kit/time.ts'
import type { Providers } from '#server/providers/types.ts'
import type { BusinessClock, WallClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db, OpenDatabase, Tx } from './database/database.ts'
import { translateDatabaseError, worthRetrying } from './database/errors.ts'
import type { ReadReplica } from './database/read-replica.ts'
import type { DatabaseWatch } from './database-watch.ts'
import type { DueSource } from './due-source.ts'
import type { Logger } from './log.ts'
import { type Actor, systemActor } from './principal.ts'
import type { EventType, Queue } from './queue.ts'
import type { RetentionRule } from './retention-rule.ts'
import type { Secret } from './sealing.ts'
import type { SecurityEvents } from './security-events.ts'

/**
 * What floors below need of floors above, each named in the file that asks for it (`declare module`, as it may not import
 * them); `app/hooks.ts` says who answers.
 */
// biome-ignore lint/suspicious/noEmptyInterface: its members stand where they are used
export interface Hooks {}

/** What every part of the product is given: made once in `app`, never imported as a global. */
export interface Posy {
  config: Config
  database: OpenDatabase
  db: Db
  replica: ReadReplica | null
  /** Beside the pool: whether the database is there, its time, and figures for anyone who watches. */
  watch: DatabaseWatch
  clock: BusinessClock
  wall: WallClock
  queue: Queue
  hooks: Hooks
  due: DueSource[]
  /** What is forgotten after its time, by rule. */
  retention: RetentionRule[]
  log: Logger
  /** Told of what was refused and may be an attack. */
  security: SecurityEvents
  providers: Providers
  /** Signs access tokens and links, and seals; from SESSION_SECRET, or made once per data folder. */
  secret: Secret
}

/** One unit of work: a command's transaction, its moment and its cause. */
export interface Work {
  posy: Posy
  tx: Tx
  /** The business moment of the whole command, as the rows store it. */
  at: Date
  actor: Actor
  requestId: string | null
  emit<P extends object>(event: EventType<P>, payload: P): Promise<void>
  /** Enqueues a job by name in this transaction. */
  send<P extends object>(job: string, payload: P): Promise<void>
  /**
   * Puts off what others would wait for until everything else is written and the answer is made: it is done before the commit,
   * and where it throws, nothing has happened.
   */
  last(step: () => Promise<void>): void
  /** Writes the audit trail: ids and figures only. */
  audit(
    action: AuditAction,
    subject: { kind: string; id: string },
    options?: { teamId?: string | null; detail?: Record<string, unknown> },
  ): Promise<void>
}

const MAX_ATTEMPTS = 4

/**
 * Runs a command in one transaction. A deadlock or serialisation failure runs it again; anything thrown rolls it back,
 * and a refusal by the database's own constraints arrives as the Problem registered for it.
 */
export async function transact<T>(
  posy: Posy,
  cause: { actor: Actor; requestId?: string | null },
  command: (work: Work) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await posy.db.transaction().execute(async (tx) => {
        const putOff: (() => Promise<void>)[] = []
        const answer = await command(unitOfWork(posy, tx, cause, putOff))
        for (const step of putOff) await step()
        return answer
      })
    } catch (error) {
      if (worthRetrying(error) && attempt < MAX_ATTEMPTS) continue
      throw translateDatabaseError(error)
    }
  }
}

/** Where a job reads what it writes to a file: the replica, where there is one that has all that is committed. */
export const readFrom = async ({ replica, db }: Pick<Posy, 'replica' | 'db'>): Promise<Db> =>
  (await replica?.caughtUp()) ?? db

/** A command that no person or program asked for: a job, or what a provider reports. */
export const asSystem = <T>(
  posy: Posy,
  command: (work: Work) => Promise<T>,
  requestId: string | null = null,
): Promise<T> => transact(posy, { actor: systemActor, requestId }, command)

function unitOfWork(
  posy: Posy,
  tx: Tx,
  { actor, requestId = null }: { actor: Actor; requestId?: string | null },
  putOff: (() => Promise<void>)[],
): Work {
  const at = toDate(posy.clock.now())
  return {
    posy,
    tx,
    at,
    actor,
    requestId,
    emit: (event, payload) => posy.queue.emit(tx, event, payload),
    send: (job, payload) => posy.queue.send(tx, job, payload),
    last: (step) => void putOff.push(step),
    audit: async (action, subject, { teamId = null, detail = {} } = {}) => {
      await tx
        .insertInto('audit_event')
        .values({
          at,
          actor_kind: actor.kind,
          actor_id: actor.id,
          team_id: teamId,
          action,
          subject_kind: subject.kind,
          subject_id: subject.id,
          request_id: requestId,
          detail: JSON.stringify(actor.impersonation ? { ...detail, impersonation: actor.impersonation } : detail),
        })
        .execute()
    },
  }
}
