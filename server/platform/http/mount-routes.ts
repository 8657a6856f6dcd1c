import type { Context, Hono } from 'hono'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { unknownRoute } from './unknown-route.ts'

/**
 * Has each endpoint answered at its method and path, and what there is none for refused. The app is not strict: a slash at
 * the end of a path changes nothing.
 */
export function mountRoutes<R extends { endpoint: Endpoint }>(
  app: Hono,
  routes: readonly R[],
  answer: (route: R, context: Context) => Response | Promise<Response>,
  noteUnknown?: (refusal: Response) => void,
): void {
  // “/hugggs/sent” before “/hugggs/{id}”: of two paths that fit, the one that names more.
  for (const route of routes.toSorted((a, b) => (a.endpoint.path < b.endpoint.path ? -1 : 1))) {
    const path = route.endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    app.on(route.endpoint.method, path, (context) => answer(route, context))
  }
  const unknown = unknownRoute(routes.map(({ endpoint }) => endpoint))
  app.notFound((context) => {
    const refusal = unknown(context.req.method, context.req.path)
    noteUnknown?.(refusal)
    return refusal
  })
}
