import { callEndpoint } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { isPass } from '#client/result.ts'
import type { Answer, Call, Endpoint } from '#contract/core/endpoint.ts'
import type { WebContext } from './context.ts'

/** What happened to a call: the checked answer, or the status that says why not. 503 stands for everything unexpected. */
export type ApiAnswer<T> = { ok: true; value: T } | { ok: false; status: number }

/**
 * Calls one public endpoint in process, as no one. An expected refusal comes back as its status; whatever is a bug is
 * reported as well. Pages of people who are signed in call `session.api` instead.
 */
export async function callApi<const E extends Endpoint>(
  page: WebContext,
  endpoint: E,
  call: Call<E>,
): Promise<ApiAnswer<Answer<E>>> {
  try {
    const result = await callEndpoint({ baseUrl: page.publicUrl, fetch: page.apiFetch }, endpoint, call)
    if (isPass(result)) return { ok: true, value: result.pass }
    const status = result.fail instanceof ApiError ? result.fail.response.status : 503
    if (status >= 500) page.reportError(result.fail)
    return { ok: false, status }
  } catch (error) {
    page.reportError(error)
    return { ok: false, status: 503 }
  }
}
