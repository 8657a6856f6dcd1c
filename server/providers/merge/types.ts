import type { IntegrationCategory } from '#contract/integrations/integrations.ts'

/** A system that a team can connect. */
export interface HrIntegration {
  slug: string
  name: string
  categories: readonly IntegrationCategory[]
  image: string | null
  squareImage: string | null
  colour: string | null
}

interface HrLinkRequest {
  /** Ours, and never changed: the provider names the connection by it. */
  originId: string
  category: IntegrationCategory
  integrationSlug: string
  email: string
  organisation: string
}

interface HrAccount {
  /** Opens the connected system's data: sealed wherever it is kept. */
  accountToken: string
  integration: { slug: string; name: string }
}

const employmentStatuses = ['active', 'pending', 'inactive'] as const
export type EmploymentStatus = (typeof employmentStatuses)[number]

const employeeGroupKinds = ['team', 'location', 'employment-type'] as const
type EmployeeGroupKind = (typeof employeeGroupKinds)[number]

/** People belong to teams, places of work and kinds of employment: all three are groups to us. */
export interface HrGroup {
  id: string
  kind: EmployeeGroupKind
  name: string
}

export interface Employee {
  /** The provider's, and the same for as long as the person is known there. */
  id: string
  firstName: string
  surname: string
  /** Lower case; null where the system knows none. */
  workEmail: string | null
  /** YYYY-MM-DD. */
  startDate: string | null
  birthday: string | null
  /** YYYY-MM-DD, of those who leave or have left. */
  lastDay: string | null
  status: EmploymentStatus
  /** What the system calls it, where that is no word we know: the status is then inactive. */
  statusWord: string | null
  groups: readonly HrGroup[]
}

/**
 * Customers' HR systems, through one provider. Every call may throw `HrRefused` (trying again changes nothing) or
 * `HrUnavailable` (later it may work). Messages of these errors are stored and logged: codes, never the other side's words.
 */
export interface HrSystems {
  /** The provider's script, which opens the page where a person picks and approves. */
  linkScriptUrl: string
  integrations(category: IntegrationCategory): Promise<HrIntegration[]>
  createLinkToken(request: HrLinkRequest): Promise<string>
  /** @throws HrRefused where the public token is unknown or used */
  exchange(publicToken: string): Promise<HrAccount>
  /** Whether the provider has read the system once: before that a list would be short. */
  isReady(accountToken: string): Promise<boolean>
  /** Everyone, complete or not at all. */
  employees(accountToken: string): Promise<Employee[]>
  /** Has the provider forget the connection; one it does not know is as good as forgotten. */
  forget(accountToken: string): Promise<void>
  /** Whose data has changed, as the provider reports it; null where it reports something else. */
  readEvent(request: { rawBody: string; signature: string | null }): { originId: string } | 'forged' | null
}

/** Understood and refused. `revoked`: the connection was ended on the other side. */
export class HrRefused extends Error {
  override name = 'HrRefused'
  readonly reason: 'revoked' | 'invalid'
  constructor(message: string, reason: 'revoked' | 'invalid') {
    super(message)
    this.reason = reason
  }
}

/** No usable answer, or asked to come back. */
export class HrUnavailable extends Error {
  override name = 'HrUnavailable'
  readonly retryAfterSeconds: number | null
  constructor(message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
