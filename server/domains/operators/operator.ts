import type { OperatorRole } from '#contract/core/operators.ts'
import type { Actor } from '#server/platform/principal.ts'

/** Who runs the installation. */
export interface OperatorRecord {
  id: string
  email: string
  name: string
  role: OperatorRole
}

export const operatorActor = (id: string): Actor => ({ kind: 'operator', id })

/** Secrets are sealed for the row they stand in: an operator's own, or a sign-in that offers one. */
export const operatorSecretOwner = (id: string) => ({ purpose: 'posy operator second factor', id })

/** How long someone may look for their phone. */
export const CHALLENGE_MS = 10 * 60_000
/** A console left open signs itself out. */
export const IDLE_MS = 30 * 60_000
/** However busy: a working day. */
export const SESSION_MS = 12 * 3_600_000
/** How long a link to choose a password works. */
export const LINK_MS = 24 * 3_600_000
