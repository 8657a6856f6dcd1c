import { Problem } from '#server/platform/problem/problem.ts'
import type { Db, Tx } from './database/database.ts'
import type { Work } from './posy.ts'
import type { Actor } from './principal.ts'

/** An operator who is alone with an installation waits this long before they confirm what they asked for. */
const ALONE_WAITS_MS = 24 * 3_600_000

/** What takes two operators. */
export type TwoOperatorAct =
  | 'payout'
  | 'bank-details'
  | 'payment-file'
  | 'expiry-reversal'
  | 'repair'
  | 'statement'
  | 'money'

export interface AloneNotice {
  act: TwoOperatorAct
  /** A reference or a number, by which it is found. */
  label: string
  operator: string
  /** When it can be confirmed alone; null where that was done now. */
  mayConfirmAt: Date | null
}

interface KnownOperators {
  /** Whether the installation knows of anyone who may confirm, other than the one named. */
  hasOthers(db: Db | Tx, operator: string | null): Promise<boolean>
  /** Whether the person who acts has shown to be this operator, who may confirm: signed in, or by a code at the command line. */
  isProven(db: Db | Tx, actor: Actor, operator: string): Promise<boolean>
  /** Tells the person who owns it what one operator does alone, once the transaction commits. */
  tellOwners(work: Work, notice: AloneNotice): Promise<void>
}

declare module '#server/platform/posy.ts' {
  interface Hooks {
    operators: KnownOperators
  }
}

const hasOthers = ({ posy, tx }: Work, operator: string | null): Promise<boolean> =>
  posy.hooks.operators.hasOthers(tx, operator)

/**
 * Where the installation knows who may confirm, a name alone is no one: anyone who asks or confirms has shown who they are.
 * @throws forbidden (403)
 */
async function requireProven(work: Work, operator: string): Promise<void> {
  const { posy, tx, actor } = work
  if (await posy.hooks.operators.isProven(tx, actor, operator)) return
  if (!(await hasOthers(work, null))) return
  throw new Problem('forbidden', 'This needs an operator with the role finance or owner, who shows who they are.', {
    help: 'At the command line, give --operator their email address and --code the six digits of their authenticator app. No money has moved.',
  })
}

/** One person under two spellings is still one. */
const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Begins an act that takes two: where the installation knows of one alone, its owner is told, and a day's wait begins.
 * @throws forbidden (403) to a name that no one has shown to be theirs
 */
export async function announceToOwners(
  work: Work,
  { act, label, operator }: { act: TwoOperatorAct; label: string; operator: string },
): Promise<void> {
  await requireProven(work, operator)
  if (await hasOthers(work, operator)) return
  const mayConfirmAt = new Date(work.at.getTime() + ALONE_WAITS_MS)
  await work.posy.hooks.operators.tellOwners(work, { act, label, operator, mayConfirmAt })
}

/**
 * Holds an act to two operators. Anyone who is alone may confirm what they asked for after 24 hours, and never where another
 * could; its owner is told.
 * @param askedBy everyone who had a hand in it
 * @returns whether it is confirmed by one who asked, which is to be marked
 * @throws forbidden (403)
 */
export async function requireSecondOperator(
  work: Work,
  {
    act,
    label,
    askedBy,
    askedAt,
    operator,
  }: { act: TwoOperatorAct; label: string; askedBy: readonly string[]; askedAt: Date; operator: string },
): Promise<boolean> {
  await requireProven(work, operator)
  if (!askedBy.some((name) => isSame(name, operator))) return false
  const others = await hasOthers(work, operator)
  if (others || work.at.getTime() - askedAt.getTime() < ALONE_WAITS_MS)
    throw new Problem('forbidden', 'Another operator must confirm this.', {
      help: others
        ? 'Ask another operator with the role finance or owner. No money has moved.'
        : 'Where there is no other operator, you can 24 hours after you asked. No money has moved.',
    })
  await work.posy.hooks.operators.tellOwners(work, { act, label, operator, mayConfirmAt: null })
  return true
}
