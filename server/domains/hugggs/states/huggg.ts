import type { Gift } from '#contract/hugggs/recipient.ts'

/** The states of a gift, by their ids on the wire. 7 is Updating there, which no gift ever is (decision 427). */
export const Status = {
  Created: 1,
  Sent: 2,
  Claimed: 3,
  Redeemed: 4,
  Expired: 5,
  Cancelled: 6,
  Scheduled: 8,
  Fetched: 9,
} as const
export type StatusName = keyof typeof Status
export type StatusId = (typeof Status)[StatusName]

const names = new Map<number, StatusName>(Object.entries(Status).map(([name, id]) => [id, name as StatusName]))
export const statusName = (id: number): StatusName => names.get(id)!

/** Nothing follows these; the money has been settled. */
export const isTerminal = (statusId: number): boolean => statusId === Status.Expired || statusId === Status.Cancelled

/** A gift in one of these falls due at its expiry date; a code that was given out is the shop's to end (decision 12). */
export const expirableStatuses = [Status.Created, Status.Sent, Status.Claimed, Status.Scheduled] as const

/** What may be sent (again): neither used nor over. */
export const sendableStatuses: readonly number[] = [Status.Created, Status.Sent, Status.Claimed]

/** What a till may still take: alive, and not at its issuer. */
export const spendableStatuses: readonly number[] = [Status.Created, Status.Scheduled, Status.Sent, Status.Claimed]

/** What the rules below look at. */
export interface GiftState {
  status_id: number
  expiry_date: Date
  viewed_date: Date | null
  assigned_date: Date | null
  revealed_at: Date | null
  /** Its issuer is being asked for the code, which may be bought already. */
  fetching: boolean
  /** What tills took of it in parts. */
  parts_pence: number
}

/** Its last day is over, whether or not the job that settles the money has come by. */
export const hasLapsed = (gift: GiftState, at: Date): boolean =>
  gift.status_id === Status.Expired ||
  (gift.expiry_date < at && (expirableStatuses as readonly number[]).includes(gift.status_id))

export type PageState = Gift['state']

/** Which page a recipient sees. */
export function pageState(gift: GiftState, at: Date): PageState {
  if (gift.status_id === Status.Cancelled) return 'cancelled'
  if (hasLapsed(gift, at)) return 'expired'
  if (gift.status_id === Status.Redeemed) return 'redeemed'
  if (gift.status_id === Status.Scheduled) return 'scheduled'
  if (gift.revealed_at || gift.status_id === Status.Fetched) return 'revealed'
  if (!gift.viewed_date) return 'wrapped'
  return gift.assigned_date ? 'claimed' : 'opened'
}

/** Why a gift cannot be cancelled, or null when it can. */
export function whyNotCancellable(gift: GiftState, at: Date): string | null {
  if (hasLapsed(gift, at)) return 'expired'
  if (gift.parts_pence > 0) return 'part of it has been used'
  if (gift.fetching) return 'its voucher code is being fetched from the issuer'
  switch (gift.status_id) {
    case Status.Redeemed:
      return 'already redeemed'
    case Status.Fetched:
      return 'its voucher code has been fetched from the issuer'
    default:
      return null
  }
}
