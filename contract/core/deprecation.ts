/** What is deprecated works this long at least. */
export const DEPRECATION_MONTHS = 12

/** An endpoint that is to end. Days are UTC, as `2026-03-02`. */
export interface Deprecation {
  readonly since: string
  readonly sunset: string
  /** A sentence: what to call from now on. */
  readonly instead: string
}

/** Where the announcement is read. */
const DEPRECATION_PAGE = '/developers/versions'

/** As RFC 9745 and RFC 8594 have them. */
export const deprecationHeaders = ({ since, sunset }: Deprecation, publicUrl: string): Record<string, string> => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  sunset: new Date(sunset).toUTCString(),
  link: `<${publicUrl}${DEPRECATION_PAGE}>; rel="deprecation"; type="text/html"`,
})
