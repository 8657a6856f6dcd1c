import type { Endpoint } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { contract } from '#contract/index.ts'
import { operatorContract } from '#contract/operator/index.ts'
import { declaredErrors } from '#contract/reference/openapi.ts'
import { sandboxEndpoints } from '#contract/sandbox/index.ts'

/** Only operators who look at the product as a customer are refused so. */
const VISITORS = 'impersonation_refused'

/** The literal paths before those with parameters, as the router has them. */
const endpoints = (Object.values({ ...contract, ...operatorContract, ...sandboxEndpoints }) as Endpoint[])
  .map((endpoint) => ({
    endpoint,
    path: new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    parameters: endpoint.path.split('{').length,
  }))
  .sort((one, other) => one.parameters - other.parameters)

/** The endpoint and code of a refusal that its contract does not declare, or null. */
export function undeclaredRefusal(
  method: string,
  address: string,
  answer: { status: number; body: unknown },
): string | null {
  const code = answer.status < 400 ? undefined : (answer.body as { code?: ErrorCode } | null)?.code
  if (code === undefined || code === VISITORS) return null
  const path = address.split('?')[0]!
  const endpoint = endpoints.find((one) => one.endpoint.method === method && one.path.test(path))?.endpoint
  return endpoint && !declaredErrors(endpoint).has(code) ? `${endpoint.id}: ${code}` : null
}
