/** Tells other people's systems: one POST to an address that a team gave. */
export interface WebhookSender {
  /** Whether an address may be told at all, as far as can be seen without asking for it. @returns why not, or null */
  refusal(url: string): string | null
  /** Never throws: what went wrong is told. Redirects are not followed. */
  post(request: WebhookDeliveryRequest): Promise<WebhookAnswer>
}

export interface WebhookDeliveryRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** `status` is null where there was no answer; then `error` says why. The answer's text is cut to 1 KB. */
export interface WebhookAnswer {
  status: number | null
  error: string | null
  text: string
}

/** Reads documents from addresses that customers gave. */
export interface Documents {
  /** Never throws: what went wrong is told. Redirects are not followed. */
  read(url: string, maxBytes: number): Promise<{ text: string } | { error: string }>
}
