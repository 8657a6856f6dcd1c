import type { LiveGiftChoice, PersonErasure, PersonExport } from '#contract/operator/people.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export const erasureStates: Record<PersonErasure['state'], { label: string; tone: Tone }> = {
  pending: { label: 'Waits', tone: 'warning' },
  erased: { label: 'Erased', tone: 'success' },
  blocked: { label: 'Not done', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
}

export const exportStates: Record<PersonExport['state'], { label: string; tone: Tone }> = {
  queued: { label: 'Being made', tone: 'accent' },
  ready: { label: 'Ready', tone: 'success' },
  gone: { label: 'Gone', tone: 'plain' },
}

export const liveGiftChoices: { value: LiveGiftChoice; label: string }[] = [
  { value: 'wait', label: 'Wait until they are used or have expired' },
  { value: 'cancel', label: 'Cancel them now and return the money to the sender' },
]

/** What the records of an export are called on screen. */
export const sectionLabels: Record<string, string> = {
  account: 'Account',
  signIns: 'Sign-ins',
  passkeys: 'Passkeys',
  emailPreferences: 'Email preferences',
  teams: 'Teams',
  giftsTo: 'Gifts addressed to them',
  purchases: 'Purchases',
  employee: 'Record in an HR system',
  invites: 'Invites',
  wishesToJoin: 'Requests to join a team',
  termsAccepted: 'Terms accepted',
  teamSignIns: 'Sign-in by a team’s provider',
  claims: 'Claims of shareable gifts',
  gifts: 'Gifts received',
  thanks: 'Thank-you messages',
  messages: 'Emails and texts',
  printedCards: 'Printed cards',
  drafts: 'Drafts',
  exportsMade: 'Exports asked for',
  savedViews: 'Saved views',
  allowances: 'Allowances',
}
