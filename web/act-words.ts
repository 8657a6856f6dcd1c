import type { waitingActKinds } from '#contract/operator/waiting-acts.ts'
import { humanise } from '#web/ui/format.ts'

/** What takes two operators, in words. */
export const waitingActLabels: Record<(typeof waitingActKinds)[number], string> = {
  'bank-line': 'Booking of a bank payment',
  credit: 'Credit limit',
  'card-refund': 'Refund to a card',
  'merchant-correction': 'Correction for a merchant',
  'wallet-receipt': 'Bank payment into a wallet, by hand',
  'invoice-receipt': 'Bank payment of an invoice, by hand',
  'operator-new': 'New operator',
  'operator-reset': 'New password and second step of an operator',
  'operator-end': 'End of an operator',
  'program-new': 'New program',
  'program-start': 'Start of a program',
  'program-secret': 'New secret of a program',
  'member-new': 'New member',
  'member-role': 'Role of a member',
  'member-end': 'Removal of a member',
  'second-step-off': 'Second step switched off',
}

/** What came of it. */
const ends: Readonly<Record<string, string>> = {
  'money.asked': 'asked for, another operator confirms it',
  'money.confirmed': 'confirmed by another operator',
  'money.refused': 'refused by another operator',
}

/** What support did in a visit, by the contract’s endpoint. Ends of visits were written as changes by earlier releases. */
export const visitActLabels: Readonly<Record<string, string>> = {
  resendHuggg: 'sent a gift again',
  remindTransactionHugggs: 'reminded the recipients of a purchase',
  remindHugggs: 'reminded recipients',
  resendHugggs: 'sent gifts again',
  toggleHugggSent: 'marked a gift as handed over, or not',
  createOrder: 'started a draft',
  updateOrder: 'changed a draft',
  deleteOrder: 'deleted a draft',
  putSavedView: 'kept filters under a name',
  deleteSavedView: 'deleted filters kept under a name',
  pauseSuperHuggg: 'paused a shareable gift',
  resumeSuperHuggg: 'resumed a shareable gift',
  clearClaimCodes: 'cleared the codes of a shareable gift',
  updateTransaction: 'changed a purchase’s words',
  toggleTransactionHugggsSent: 'marked gifts as handed over, or not',
  upsertTheme: 'made or changed a theme',
  deleteTheme: 'deleted a theme',
  updateWallet: 'renamed a wallet, or made it the default',
  setLowBalanceAlert: 'set a low balance alert',
  endImpersonation: 'ended the visit',
}

interface Act {
  action: string
  subject: { id: string }
  waitingAct: string | null
}

/** What an act was, where its entry says more than its name does; else null. */
export function actWords({ action, subject, waitingAct }: Act): string | null {
  if (action === 'impersonation.changed' && Object.hasOwn(visitActLabels, subject.id))
    return `Support ${visitActLabels[subject.id]}`
  const end = Object.hasOwn(ends, action) ? ends[action] : undefined
  return end && waitingAct ? `${waitingActLabel(waitingAct)}: ${end}` : null
}

export const waitingActLabel = (kind: string): string =>
  Object.hasOwn(waitingActLabels, kind) ? waitingActLabels[kind as keyof typeof waitingActLabels] : humanise(kind)
