import { sql } from 'kysely'
import { z } from 'zod'
import { StopReason } from '#contract/payments/automatic-top-ups.ts'
import { automaticTopUpStopped } from '#server/domains/payments/index.ts'
import { listAdmins } from '#server/domains/teams/team/index.ts'
import {
  type BankDetails,
  bankAccount,
  moneyReceived,
  remittanceAdvised,
  walletRanLow,
} from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { cancelled, type EmailFamily } from '../messages/message-kind.ts'
import { onEvent, queueMessage, queueUserMessages } from '../messages/queue-message.ts'
import { copy } from './copy.en-GB.ts'
import { inline, oneLine } from './html.ts'
import { hello } from './letter.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  walletLow: {
    subject: (wallet: string, available: string) => `${wallet} has ${available} left`,
    preheader: 'Top it up so that gifts and budgets continue.',
    heading: 'A wallet is running low',
    what: (wallet: string, available: string, alert: string) =>
      `${wallet} has ${available} to spend. You asked to be told when it falls below ${alert}.`,
    next: 'We will not write again until the wallet has been above that amount.',
    action: 'Top up the wallet',
    why: 'You get this because you are an admin of the team.',
  },
  topUpStopped: {
    subject: (wallet: string) => `${wallet} is no longer topped up automatically`,
    preheader: 'Its card is not charged again until you turn it on again.',
    heading: 'Automatic top-up has stopped',
    because: {
      declined: (wallet: string) => `${wallet} was to be topped up by card, and the card was declined.`,
      'card-stopped': (wallet: string) => `The card that tops up ${wallet} has been deleted or has expired.`,
      'owner-left': (wallet: string) => `The person whose card tops up ${wallet} has left the team.`,
      rights: (wallet: string) =>
        `The person whose card tops up ${wallet} is no longer allowed to charge it for the team.`,
      dispute: (wallet: string) =>
        `A bank has taken back a payment by the card that tops up ${wallet}, or one into that wallet.`,
    },
    next: 'The money in the wallet is as it was, and the card is no longer charged automatically. Top the wallet up by hand, or turn automatic top-up on again.',
    action: 'Open the wallet',
    why: 'You get this because you look after the team, or because it is your card.',
  },
  bankDetails: {
    subject: (amount: string, wallet: string) => `How to pay ${amount} into ${wallet} by bank`,
    preheader: 'Our bank details, and the reference to use.',
    heading: (amount: string) => `Bank details for your payment of ${amount}`,
    intro: (wallet: string) =>
      `Pay from your bank with this reference, exactly as it is written. The money is in ${wallet} when your payment arrives, usually within a working day.`,
    details: 'Pay to',
    lines: (amount: string, reference: string, bank: BankDetails) => [
      `Amount: ${amount}`,
      `Payment reference: ${reference}`,
      `Account name: ${bank.accountName}`,
      `Sort code: ${bank.sortCode}`,
      `Account number: ${bank.accountNumber}`,
      ...(bank.iban ? [`IBAN: ${bank.iban}`] : []),
      ...(bank.bic ? [`BIC: ${bank.bic}`] : []),
    ],
    careful: 'We never change these details by email. If another email says so, ask us before you pay.',
    action: 'See them in Posy',
    why: 'You get this because you asked how to pay into this wallet.',
  },
  moneyReceived: {
    subject: (amount: string, wallet: string) => `${amount} has arrived in ${wallet}`,
    preheader: 'It can be spent at once.',
    heading: (amount: string) => `${amount} has arrived`,
    intro: {
      bank: (amount: string, wallet: string, day: string) =>
        `We received ${amount} by bank transfer on ${day}. It is in ${wallet} and can be spent at once.`,
      card: (amount: string, wallet: string, day: string) =>
        `We charged your card ${amount} on ${day}. It is in ${wallet} and can be spent at once.`,
    },
    reference: (reference: string) =>
      `Reference: ${reference}. A top-up carries no VAT; it is charged when gifts are bought.`,
    action: 'See the wallet',
    why: 'You can switch receipts and invoices by email off in your profile.',
  },
}

/** To the admins, once for each time that a wallet runs low. */
const walletLowEmail = userEmail({
  template: 'wallet-low',
  detail: z.object({ walletId: z.string(), availablePence: z.number(), alertPence: z.number() }),
  load: ({ db }, messages) =>
    loadWallets(
      db,
      messages.map(({ detail }) => detail.walletId),
    ),
  write({ detail }, wallets) {
    const wallet = wallets.get(detail.walletId)
    if (!wallet) return
    if (!wallet.isLow) return cancelled('wallet has been topped up')
    const words = enGB.walletLow
    const available = copy.money(detail.availablePence, wallet.currency)
    return {
      ...words,
      subject: words.subject(oneLine(wallet.name), available),
      body: [words.what(inline(wallet.name), available, copy.money(detail.alertPence, wallet.currency)), words.next],
      path: `/wallets/${wallet.id}/card`,
      showsLink: true,
    }
  },
})

/** To the person whose card it is, and the admins: as it was when it stopped. */
const topUpStoppedEmail = userEmail({
  template: 'automatic-top-up-stopped',
  detail: z.object({ walletId: z.string(), walletName: z.string(), because: StopReason }),
  write({ reader, detail: { walletId, walletName, because } }) {
    const words = enGB.topUpStopped
    return {
      ...words,
      subject: words.subject(oneLine(walletName)),
      body: [hello(reader), words.because[because](inline(walletName)), words.next],
      path: `/wallets/${walletId}/automatic`,
    }
  },
})

/** To whom asked how to pay: the page is closed by the time it is paid. */
const bankDetailsEmail = userEmail({
  template: 'bank-details',
  detail: z.object({ walletId: z.string(), adviceId: z.string(), amountPence: z.number() }),
  load: async ({ db, config }, messages) => ({
    bank: bankAccount(config),
    wallets: await loadWallets(
      db,
      messages.map(({ detail }) => detail.walletId),
    ),
  }),
  write({ reader, detail }, { bank, wallets }) {
    const wallet = wallets.get(detail.walletId)
    if (!wallet) return
    if (!bank) return cancelled('bank payments are no longer taken')
    const words = enGB.bankDetails
    const amount = copy.money(detail.amountPence, wallet.currency)
    return {
      ...words,
      subject: words.subject(amount, oneLine(wallet.name)),
      heading: words.heading(amount),
      body: [
        hello(reader),
        words.intro(inline(wallet.name)),
        { label: words.details, quote: words.lines(amount, wallet.reference, bank) },
        words.careful,
      ],
      path: `/wallets/${wallet.id}/top-up?advice=${detail.adviceId}`,
    }
  },
})

/** A top-up has arrived: its receipt. */
const moneyReceivedEmail = userEmail({
  template: 'money-received',
  detail: z.object({
    walletId: z.string(),
    walletName: z.string(),
    amountPence: z.number(),
    currency: z.string(),
    by: z.enum(['bank', 'card']),
    /** What the payer knows it by. */
    reference: z.string(),
    /** ISO instant. */
    at: z.string(),
  }),
  write({ reader, detail }) {
    if (!reader.wantsReceipts) return cancelled('receipts are not wanted')
    const words = enGB.moneyReceived
    const amount = copy.money(detail.amountPence, detail.currency)
    return {
      ...words,
      subject: words.subject(amount, oneLine(detail.walletName)),
      heading: words.heading(amount),
      body: [
        hello(reader),
        words.intro[detail.by](amount, inline(detail.walletName), copy.day(new Date(detail.at))),
        words.reference(inline(detail.reference)),
      ],
      path: `/wallets/${detail.walletId}`,
    }
  },
})

async function loadWallets(db: Db | Tx, ids: readonly string[]) {
  const wallets = await db
    .selectFrom('wallet')
    .select(['id', 'name', 'reference', 'currency', 'is_low as isLow'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(wallets.map((wallet) => [wallet.id, wallet]))
}

const adminIds = async ({ tx }: Work, teamId: string): Promise<string[]> =>
  (await listAdmins(tx, teamId)).map(({ id }) => id)

export const walletEmails: EmailFamily = {
  kinds: [walletLowEmail, topUpStoppedEmail, bankDetailsEmail, moneyReceivedEmail],
  subscribe(posy) {
    onEvent(posy, walletRanLow, async (work, { fallId, teamId, ...detail }) => {
      const messages = (await adminIds(work, teamId)).map((userId) => ({
        ...{ userId, detail },
        dedupeKey: `wallet-low/${fallId}/${userId}`,
      }))
      await queueUserMessages(work, walletLowEmail, { teamId, messages })
    })
    onEvent(posy, automaticTopUpStopped, async (work, { stopId, walletId, teamId, userId, because }) => {
      const { name: walletName } = (await loadWallets(work.tx, [walletId])).get(walletId)!
      const admins = await adminIds(work, teamId)
      const readers = because === 'owner-left' ? admins : [...new Set([userId, ...admins])]
      const messages = readers.map((reader) => ({
        userId: reader,
        dedupeKey: `automatic-top-up-stopped/${stopId}/${reader}`,
        detail: { walletId, walletName, because },
      }))
      await queueUserMessages(work, topUpStoppedEmail, { teamId, messages })
    })
    onEvent(posy, remittanceAdvised, (work, { teamId, userId, ...detail }) =>
      queueMessage(work, bankDetailsEmail, { dedupeKey: `bank-details/${detail.adviceId}`, teamId, userId, detail }),
    )
    // Who paid by card; of a bank transfer everyone who looks after the wallet's team.
    onEvent(posy, moneyReceived, async (work, { id, teamId, userId, ...money }) => {
      const { name: walletName, reference } = (await loadWallets(work.tx, [money.walletId])).get(money.walletId)!
      const readers = userId ? [userId] : await adminIds(work, teamId)
      const detail = { ...money, walletName, reference }
      const messages = readers.map((reader) => ({
        userId: reader,
        dedupeKey: `money-received/${id}/${reader}`,
        detail,
      }))
      await queueUserMessages(work, moneyReceivedEmail, { teamId, messages })
    })
  },
}
