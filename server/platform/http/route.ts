import type { z } from 'zod'
import type { Endpoint, Input, Output } from '#contract/core/endpoint.ts'
import type { Db } from '../database/database.ts'
import { type OperatorAct, recordOperatorAct } from '../operator-acts.ts'
import type { Posy, Work } from '../posy.ts'
import type { Principal } from '../principal.ts'

/** What a handler knows of the request besides its input. */
export interface RequestInfo {
  requestId: string
  url: URL
  /** The caller's address, through as many proxies as are trusted. */
  address: string
  headers: Headers
  /** The body as it came, for signatures; empty where the endpoint declares none. */
  rawBody: string
  /** What makes it the request it is, whatever the order and indent of its JSON. */
  fingerprint(): string
  /** Headers for the answer. */
  setHeader(name: string, value: string): void
}

interface Call {
  caller: Principal
  request: RequestInfo
  /** Names of a record that was sent back and cannot be set here. Commands need not look: the binder does. */
  kept: Record<string, unknown>
}
export type Read<E extends Endpoint> = Input<E> & Call & { posy: Posy; db: Db }
export type Command<E extends Endpoint> = Input<E> & Call & { work: Work }

export type Route =
  | {
      endpoint: Endpoint
      kind: 'read'
      /** Where there is a replica, it answers. */
      fromReplica?: true
      handle: (call: Read<Endpoint>) => Promise<unknown>
    }
  | {
      endpoint: Endpoint
      kind: 'command'
      before?: (call: Read<Endpoint>) => Promise<void>
      handle: (call: Command<Endpoint>) => Promise<unknown>
    }

/** Binds a read, or an action that opens transactions of its own. */
export const read = <const E extends Endpoint>(endpoint: E, handle: (call: Read<E>) => Promise<Output<E>>): Route => ({
  endpoint,
  kind: 'read',
  handle: handle as never,
})

/** Binds a search, a list or a report: it writes nothing, and is read from a replica where there is one (`database/read-replica.ts`). */
export const replicaRead = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Read<E>) => Promise<Output<E>>,
): Route => ({ endpoint, kind: 'read', fromReplica: true, handle: handle as never })

/**
 * Binds a command: the handler runs inside one transaction, with idempotency where the endpoint honours it.
 * `before` runs outside it, once the caller is admitted: for what a refusal must not roll back, such as counting guesses.
 */
export const command = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Command<E>) => Promise<Output<E>>,
  { before }: { before?: (call: Read<E>) => Promise<void> } = {},
): Route => ({ endpoint, kind: 'command', handle: handle as never, ...(before ? { before: before as never } : {}) })

/** An endpoint of the console that changes something. */
type ActEndpoint = Endpoint & { access: 'operator'; body: z.ZodType<{ reason: string }> }

/** What an act answers, and what is to be written down of it. */
export interface Acted<E extends Endpoint> extends Pick<OperatorAct, 'subject' | 'teamId' | 'details'> {
  answer: Output<E>
}

/** Binds an operator's act: a command that is written down, with its reason, in its own transaction. */
export const operatorAct = <const E extends ActEndpoint>(
  endpoint: E,
  handle: (call: Command<E>) => Promise<Acted<E>>,
): Route =>
  command(endpoint, async (call) => {
    const { answer, ...acted } = await handle(call)
    const { reason } = call.body as { reason: string }
    await recordOperatorAct(call.work, { act: endpoint.id, reason, ...acted })
    return answer
  })
