/** What the benchmarks use of autocannon, which ships no types. */
declare module 'autocannon' {
  interface Request {
    method?: string
    path: string
    body?: string
    headers?: Record<string, string>
  }
  interface Options {
    url: string
    connections: number
    /** Seconds; or else `amount`, a number of requests. */
    duration?: number
    amount?: number
    headers?: Record<string, string>
    requests?: Request[]
  }
  interface Result {
    requests: { average: number; total: number }
    latency: { p50: number; p97_5: number; p99: number }
    non2xx: number
    errors: number
    duration: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
