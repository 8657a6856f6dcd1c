import type { Answer, Call, Endpoint } from '#contract/core/endpoint.ts'
import type { CallProblem, CallResult, Invoke, InvokeOptions } from '#contract/core/invoke.ts'
import { type Contract, contract } from '#contract/index.ts'
import type { WebContext } from './context.ts'

export type CallOptions = Omit<InvokeOptions, 'token'>

type Method<E extends Endpoint> =
  object extends Call<E>
    ? (call?: Call<E>, options?: CallOptions) => Promise<CallResult<Answer<E>>>
    : (call: Call<E>, options?: CallOptions) => Promise<CallResult<Answer<E>>>

/** Every endpoint of the contract by its id. */
export type Api = { [Id in keyof Contract]: Method<Contract[Id]> }

/** The contract as methods, over one way of calling. */
export const createApi = (invoke: Invoke): Api =>
  new Proxy({} as Api, {
    get: (_, id) => {
      const endpoint = (contract as Record<string | symbol, Endpoint>)[id]
      return endpoint && ((call: object = {}, options?: CallOptions) => invoke(endpoint, call, options))
    },
  })

/** The API as someone with a token, or as no one. */
export const apiAs = ({ invoke }: WebContext, token?: () => string | undefined): Api =>
  createApi((endpoint, call, options) => invoke(endpoint, call, { ...options, token: token?.() }))

/** A refusal as what is reported of it, where it is a bug of ours. */
export const toError = ({ status, code, message, requestId }: CallProblem): Error =>
  Object.assign(new Error(message), { status, code, requestId })

/** What happened to a call: the checked answer, or the status that says why not. */
export type ApiAnswer<T> = { ok: true; value: T } | { ok: false; status: number }

/**
 * Calls one public endpoint as no one. A refusal comes back as its status; whatever is a bug is reported as well. Pages of people
 * who are signed in call `session.api` instead.
 */
export async function callApi<const E extends Endpoint>(
  { invoke, reportError }: WebContext,
  endpoint: E,
  call: Call<E>,
): Promise<ApiAnswer<Answer<E>>> {
  const outcome = await invoke(endpoint, call)
  if (outcome.ok) return outcome
  const { status } = outcome.problem
  if (status >= 500) reportError(toError(outcome.problem))
  return { ok: false, status }
}
