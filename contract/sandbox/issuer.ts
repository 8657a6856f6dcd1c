import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, text } from '../core/shapes.ts'
import { failureTimes, newestQuery, plannedFailure, sandboxBase } from './base.ts'

const issuerFailures = [
  'error',
  'error-after',
  'drop-before',
  'drop-after',
  'slow',
  'throttled',
  'maintenance',
  'unwell',
] as const

/** The simulated voucher issuer, as its own dashboard would show it. */
export const SandboxIssuer = z.object({
  orders: z.array(
    z.object({
      clientRequestId: z.string(),
      brand: z.string(),
      amountPence: z.int(),
      currency: z.string(),
      /** Null for a gift that is a link. */
      codeEnding: z.string().nullable(),
    }),
  ),
  /** Brands whose cards are counted; of all others there is no end. */
  stock: z.array(z.object({ brand: z.string(), left: z.int() })),
  floatPence: z.int(),
  planned: z.array(z.object(plannedFailure)),
  waiting: z.int(),
})
export type SandboxIssuer = z.infer<typeof SandboxIssuer>

export const getSandboxIssuer = endpoint({
  ...sandboxBase,
  id: 'getSandboxIssuer',
  method: 'GET',
  path: '/sandbox/issuer',
  summary: 'The simulated voucher issuer: its newest orders, stock and float, and what is to go wrong next.',
  query: newestQuery,
  response: data(SandboxIssuer),
})

export const planSandboxIssuerFailure = endpoint({
  ...sandboxBase,
  id: 'planSandboxIssuerFailure',
  method: 'POST',
  path: '/sandbox/issuer/failures',
  summary: 'Makes the next requests to the voucher issuer go wrong. Exists in the sandbox only.',
  body: z.strictObject({ failure: z.enum(issuerFailures), times: failureTimes() }),
  response: data(SandboxIssuer),
})

export const clearSandboxIssuerFailures = endpoint({
  ...sandboxBase,
  id: 'clearSandboxIssuerFailures',
  method: 'POST',
  path: '/sandbox/issuer/well',
  summary: 'The voucher issuer works again: nothing more fails, and what was held back is answered.',
  response: data(SandboxIssuer),
})

export const setSandboxIssuerStock = endpoint({
  ...sandboxBase,
  id: 'setSandboxIssuerStock',
  method: 'POST',
  path: '/sandbox/issuer/stock',
  summary: 'How many cards of a brand the issuer has left. Exists in the sandbox only.',
  body: z.strictObject({ brand: text(60).regex(/^[a-z0-9-]{2,60}$/), left: z.int().min(0).max(1_000_000) }),
  response: data(SandboxIssuer),
})

export const issuerEndpoints = {
  getSandboxIssuer,
  planSandboxIssuerFailure,
  clearSandboxIssuerFailures,
  setSandboxIssuerStock,
}
