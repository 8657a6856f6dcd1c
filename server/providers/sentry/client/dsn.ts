/** A project as Sentry names it: https://KEY@oORG.ingest.REGION.sentry.io/PROJECT, or of a server of one's own. */
export interface Dsn {
  text: string
  publicKey: string
  project: string
  /** Named in the host of Sentry's own servers only. */
  organisation: string | null
  region: string | null
  /** Where reports go. */
  envelopeUrl: string
}

const SENTRY_HOST = /^o(\d+)\.ingest(?:\.([a-z0-9-]+))?\.sentry\.io$/

export function readDsn(text: string): Dsn {
  const { protocol, username, host, pathname } = new URL(text)
  const parts = pathname.split('/')
  const project = parts.pop()!
  const [, organisation = null, region = null] = host.match(SENTRY_HOST) ?? []
  return {
    text,
    publicKey: username,
    project,
    organisation,
    region,
    envelopeUrl: `${protocol}//${host}${parts.join('/')}/api/${project}/envelope/?sentry_key=${username}&sentry_version=7`,
  }
}

/** What a browser adds to our address: whom its report is for (specification, section 7). */
export const tunnelQuery = ({ organisation, project, region }: Dsn): URLSearchParams =>
  new URLSearchParams({
    ...(organisation ? { o: organisation } : {}),
    p: project,
    ...(region ? { r: region } : {}),
  })
