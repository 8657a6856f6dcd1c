import type { Endpoint } from '#contract/core/endpoint.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { answerProblem } from './answer.ts'

/** What there is no endpoint for: at this address none at all (404), or none for this method (405, with those that there are). */
export function unknownRoute(
  endpoints: readonly Pick<Endpoint, 'method' | 'path'>[],
): (method: string, path: string) => Response {
  const known = endpoints.map(({ method, path }) => ({
    method,
    path: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return (method, path) => {
    const allowed = [
      ...new Set(known.filter((one) => one.path.test(path.replace(/\/$/, ''))).map((one) => one.method)),
    ].sort()
    if (allowed.length === 0)
      return answerProblem(
        new Problem('not_found', `No such endpoint ${method} ${path}.`, {
          help: 'Check the method and the address: every endpoint is in /openapi.json.',
        }),
      )
    const response = answerProblem(new Problem('method_not_allowed', `${path} does not take ${method}.`))
    response.headers.set('allow', allowed.join(', '))
    return response
  }
}
