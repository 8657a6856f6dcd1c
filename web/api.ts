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

/** Calls one public endpoint as no one; what is a bug is reported. Pages of people who are signed in call `session.api` instead. */
export async function callApi<const E extends Endpoint>(
  { invoke, reportError }: WebContext,
  endpoint: E,
  call: Call<E>,
): Promise<CallResult<Answer<E>>> {
  const outcome = await invoke(endpoint, call)
  if (!outcome.ok && outcome.problem.status >= 500) reportError(toError(outcome.problem))
  return outcome
}
