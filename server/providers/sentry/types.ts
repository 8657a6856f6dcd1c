/** What a browser needs to report. */
interface BrowserMonitoring {
  dsn: string
  /** Our own address that passes reports on. */
  tunnel: string
  environment: string
  release: string | null
  /** Calls to these hosts carry the trace along. */
  propagationHosts: readonly string[]
}

interface ForwardedReport {
  body: Uint8Array<ArrayBuffer>
  /** Who sent it, as the receiver would have seen them. */
  address: string
}

export interface ForwardAnswer {
  status: number
  /** How long the receiver wants to be left alone. */
  headers: Record<string, string>
}

/** Who is told of bugs, and how long requests take. */
export interface Monitoring {
  browser: BrowserMonitoring
  /** Tells of a bug. `about` holds ids and figures only. */
  report(error: unknown, about: Record<string, unknown>): void
  /** Follows one request, as part of the trace that the caller began. */
  trace(request: Request, answer: () => Promise<Response>): Promise<Response>
  /** Why a browser's report is not for the configured project; null where it is. */
  refusal(query: URLSearchParams, body: Uint8Array): ReportRefusal | null
  /** @throws where the receiver cannot be reached */
  forward(report: ForwardedReport): Promise<ForwardAnswer>
  close(): Promise<void>
}

export type ReportRefusal = 'malformed' | 'foreign'
