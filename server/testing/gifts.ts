import { demo } from '#server/app/demo/ids.ts'
import type { TestApp } from './app.ts'

export interface BoughtGift {
  id: string
  shortcode: string
  launch_url: string
  status_id: number
  receiver_id: string | null
}

export interface SandboxMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  messageId: string
  sentAt: string
}

/** Buys Daisy flat whites from Acme's main wallet as its admin. Jobs have not run yet. */
export async function buyGifts(
  app: TestApp,
  purchase: Record<string, unknown>,
): Promise<{ transactionId: string; hugggs: BoughtGift[] }> {
  const answer = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as: 'admin@acme.test',
    body: {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, ...purchase },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  if (answer.status !== 201) throw new Error(`could not buy: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { transactionId: answer.body.data.id, hugggs: answer.body.data.embedded.hugggs ?? [] }
}

/** Buyers here get no receipts: a mailbox then holds what recipients get. */
export const withoutReceipts = (app: TestApp) =>
  app.request('POST', '/v3/emails/contact-preferences/upsert', {
    as: 'admin@acme.test',
    body: { email: 'admin@acme.test', 'reaction-summary': true, receipts: false },
  })

/** What the sandbox's mail server has for an address, or for anyone; newest first. */
export async function mailbox(app: TestApp, to?: string): Promise<SandboxMail[]> {
  const answer = await app.request('GET', `/sandbox/messages${to ? `?to=${encodeURIComponent(to)}` : '?limit=10000'}`)
  return answer.body.data
}
