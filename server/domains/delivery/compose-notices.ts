import type { Posy } from '#server/platform/posy.ts'
import { type Composed, eachById, mailTo, userIsGone } from './composed.ts'
import { copyFor } from './emails/copy.ts'
import {
  documentIssuedEmail,
  type IssuedDocument,
  membershipEndedEmail,
  moneyReceivedEmail,
  type ReceivedMoney,
  type Repaired,
  repairedEmail,
} from './emails/notice-emails.ts'
import { endedMemberships, repairMessages, toUsersWithWishes } from './queries.ts'

type Messages = Promise<Map<string, Composed>>

const notWanted: Composed = { kind: 'cancel', why: 'receipts are not wanted' }
export async function composeIssuedDocuments(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await toUsersWithWishes(posy.db, ids), ({ address, firstName, detail, wantsReceipts }) => {
    if (!address) return userIsGone
    if (!wantsReceipts) return notWanted
    const issued = detail as unknown as IssuedDocument
    const url = `${posy.config.publicUrl}${issued.path}`
    return mailTo(address, documentIssuedEmail(copyFor('en-GB'), { ...issued, firstName, url }))
  })
}

export async function composeReceivedMoney(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await toUsersWithWishes(posy.db, ids), ({ address, firstName, detail, wantsReceipts }) => {
    if (!address) return userIsGone
    if (!wantsReceipts) return notWanted
    const received = detail as unknown as ReceivedMoney
    const url = `${posy.config.publicUrl}/wallets/${received.walletId}`
    return mailTo(address, moneyReceivedEmail(copyFor('en-GB'), { ...received, firstName, url }))
  })
}

export async function composeRepaired(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await repairMessages(posy.db, ids), ({ address, firstName, teamName, detail }) => {
    if (!address) return userIsGone
    const repaired = detail as unknown as Repaired
    const url = `${posy.config.publicUrl}${repaired.kind === 'given-codes' ? '/activity' : '/wallets'}`
    return mailTo(address, repairedEmail(copyFor('en-GB'), { ...repaired, firstName: firstName ?? '', teamName, url }))
  })
}

export async function composeEndedMemberships(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await endedMemberships(posy.db, ids), ({ address, firstName, teamName, isBack }) => {
    if (!address) return userIsGone
    if (isBack) return { kind: 'cancel', why: 'is a member again' }
    const url = posy.config.publicUrl
    return mailTo(address, membershipEndedEmail(copyFor('en-GB'), { firstName: firstName ?? '', teamName, url }))
  })
}
