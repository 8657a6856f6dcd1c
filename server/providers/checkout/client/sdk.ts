import { z } from 'zod'

/** The part of the official SDK that is used; its own declarations promise no more than `Object`. */
export interface Sdk {
  payments: {
    request(body: object, idempotencyKey?: string): Promise<unknown>
    getPaymentList(query: object): Promise<unknown>
    get(id: string): Promise<unknown>
    capture(id: string, body: object, idempotencyKey?: string): Promise<unknown>
    refund(id: string, body: object, idempotencyKey?: string): Promise<unknown>
    void(id: string, body: object, idempotencyKey?: string): Promise<unknown>
  }
  paymentSessions: { request(body: object): Promise<unknown> }
  instruments: { delete(id: string): Promise<unknown> }
  disputes: { getDetails(id: string): Promise<unknown> }
  reports: {
    getAllReports(query: object): Promise<unknown>
    /** The file's bytes. */
    getReportFile(id: string, fileId: string): Promise<unknown>
  }
}

/**
 * The SDK's client, loaded when a card is first asked for: it and what it brings are a tenth of what a process reads at its
 * start. It is told to use axios, because its other transport has no time-out.
 * @param timeoutMs for a whole request
 */
export function openSdk({
  secretKey,
  publicKey,
  baseUrl,
  timeoutMs,
}: {
  secretKey: string
  publicKey: string
  baseUrl: string
  timeoutMs: number
}): () => Promise<Sdk> {
  let opened: Promise<Sdk> | undefined
  const open = async () => {
    const { Checkout } = await import('checkout-sdk-node')
    const settings = { pk: publicKey, host: baseUrl, timeout: timeoutMs, httpClient: 'axios' as const }
    return new Checkout(secretKey, settings) as unknown as Sdk
  }
  return () => {
    opened ??= open()
    return opened
  }
}

const Source = z.looseObject({
  id: z.string().optional(),
  type: z.string().optional(),
  scheme: z.string().optional(),
  last4: z.string().optional(),
  expiry_month: z.int().optional(),
  expiry_year: z.int().optional(),
  fingerprint: z.string().optional(),
})

/** A payment as POST /payments and GET /payments/{id} tell it. */
export const CheckoutPayment = z.looseObject({
  id: z.string(),
  status: z.string(),
  reference: z.string().nullish(),
  amount: z.int().nullish(),
  currency: z.string().nullish(),
  approved: z.boolean().nullish(),
  response_code: z.string().nullish(),
  response_summary: z.string().nullish(),
  source: Source.nullish(),
  actions: z
    .array(
      z.looseObject({ type: z.string(), response_code: z.string().nullish(), response_summary: z.string().nullish() }),
    )
    .nullish(),
  _links: z.looseObject({ redirect: z.looseObject({ href: z.string() }).optional() }).nullish(),
})
export type CheckoutPayment = z.infer<typeof CheckoutPayment>

/** As it came, for the component: what is in it is the provider's own affair. */
export const PaymentSession = z.looseObject({ id: z.string(), payment_session_secret: z.string() })

export const PaymentList = z.looseObject({ data: z.array(CheckoutPayment) })

export const Dispute = z.looseObject({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  payment: z.looseObject({ id: z.string() }),
})
