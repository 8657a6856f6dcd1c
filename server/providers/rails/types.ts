import type { RailName } from '#contract/core/rails.ts'
import type { VoucherIssuer } from '../tillo/types.ts'

/**
 * cancelled: the rail confirms that the code is good for nothing now · refused: it was used, or cannot be stopped · unknown: no usable
 * answer; ask again. `reason` holds codes of ours or the rail's, never its words.
 */
export type CancelOutcome = { outcome: 'cancelled' } | { outcome: 'refused' | 'unknown'; reason: string }

/** What a rail says of a code now. */
export type RailStatus =
  | { state: 'unused' | 'part-cashed' | 'cashed' | 'expired' | 'cancelled'; cashedPence: number }
  | { state: 'unknown'; reason: string }

const settlementEvents = ['cashed', 'expired', 'cancelled'] as const
export type SettlementEvent = (typeof settlementEvents)[number]

/** One line of what a rail says it did. */
export interface SettlementLine {
  line: number
  /** The rail's own name of it, which it uses once. */
  entry: string
  /** What we asked for the code under. */
  reference: string
  event: SettlementEvent
  /** Paid out, or what was never paid out. */
  amountPence: number
  day: string
}

export type Settlement = { day: string; lines: SettlementLine[] } | { problem: string }

/** A way to pay out. As an issuer it makes codes, one for one reference; each call is one try of at most ten seconds. */
export interface Rail extends VoucherIssuer {
  /** Stops a code, where the rail can; asked again it says the same. */
  cancel: ((code: { reference: string; code: string }) => Promise<CancelOutcome>) | null
  /** What it knows a code by that is to be stopped. */
  cancelsBy: 'code' | 'reference'
  /** Null where the rail tells by its settlement files only. */
  status: ((reference: string) => Promise<RailStatus>) | null
  /** Whether it lets us in; null where it has no harmless call. @throws what it says */
  check: (() => Promise<void>) | null
  /** Reads its settlement file: whole, signed by it and meant for this rail, or not at all. */
  readSettlement(text: string): Settlement
}

/** Those that this installation is connected to. */
export type Rails = Partial<Record<RailName, Rail>>
