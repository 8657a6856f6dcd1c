import type { z } from 'zod'
import type { Deprecation } from './deprecation.ts'
import type { ErrorCode } from './errors.ts'
import type { Impersonation } from './impersonation.ts'
import type { OperatorAccess } from './operators.ts'
import type { Permission } from './permissions.ts'
import type { Scope } from './scopes.ts'
import type { SentBack } from './sent-back.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call an endpoint at all, before its permission is looked at.
 * - `public`: anyone, no token read.
 * - `identity`: anyone who is signed in, a user or a client, with or without a team.
 * - `session`: a user (bearer token or API key), acting in a team.
 * - `merchant`: a client identity bound to a brand (a till).
 * - `client`: any client identity.
 * - `operator`: who runs the installation, by a session of the console; `operator` says with which right.
 */
export type Access = 'public' | 'identity' | 'session' | 'merchant' | 'client' | 'operator'

export interface Endpoint {
  /** Unique name: the OpenAPI operationId and the method's name on the typed client. */
  readonly id: string
  readonly method: Method
  /** With parameters in braces: `/api/v2/hugggs/{id}`. */
  readonly path: `/${string}`
  readonly tag: string
  readonly summary: string
  readonly access: Access
  /** The caller's permission map must hold one of these. */
  readonly permission?: Permission | readonly Permission[]
  /** With access `operator`, and only there. */
  readonly operator?: OperatorAccess
  /** An API key must hold one of these; `scopesFor` says which where this does not. */
  readonly scope?: Scope | readonly Scope[]
  /** What an operator may do who looks at the product as a member; `impersonationPolicy` says what where this does not. */
  readonly impersonation?: Impersonation
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /**
   * `form` accepts application/x-www-form-urlencoded as well as JSON (OAuth clients send it); `multipart` is
   * multipart/form-data and nothing else: files, and texts beside them.
   */
  readonly bodyKind?: 'json' | 'form' | 'multipart'
  /** The body may carry the record as it was read. */
  readonly sentBack?: SentBack
  /** The whole answer: see the envelopes in `shapes.ts`. */
  readonly response: z.ZodType
  /** Success status; 200 unless told. */
  readonly status?: 200 | 201 | 202 | 204 | 303
  /** Answers for which the status is 202: what was asked for waits for something. */
  readonly acceptedWhen?: (answer: never) => boolean
  /** Expected failures beyond those every endpoint has (400, 401, 403, 413, 415, 422, 429). */
  readonly errors?: readonly ErrorCode[]
  /** Moves money or sends: an `Idempotency-Key` header is honoured. */
  readonly idempotent?: true
  /** Arrays in the query string are sent as `key[]=a&key[]=b`; otherwise as `key=a&key=b`. Both are read everywhere. */
  readonly brackets?: true
  /** It is to end: each answer says when. */
  readonly deprecated?: Deprecation
  /** Largest body in bytes; 1 MiB unless told. */
  readonly bodyLimitBytes?: number
}

/** Declares an endpoint, keeping its literal types for handlers and the client. */
export const endpoint = <const E extends Endpoint>(spec: E): E => spec

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Raw<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler receives: parsed, defaults filled in. */
export interface Input<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** What a handler returns; it is checked against the response schema before it leaves. */
export type Output<E extends Endpoint> = z.input<E['response']>

/** What a caller sends. */
export type Call<E extends Endpoint> = (E['params'] extends z.ZodType ? { params: Raw<E['params']> } : unknown) &
  (E['query'] extends z.ZodType ? { query?: Raw<E['query']> } : unknown) &
  (E['body'] extends z.ZodType ? { body: Raw<E['body']> } : unknown)

/** What a caller gets. */
export type Answer<E extends Endpoint> = z.output<E['response']>
