import { demo } from '#server/app/demo/ids.ts'

/** One team's records, and someone who may do everything there. */
export interface TenantRecords {
  as: string
  team: string
  user: string
  otherUser: string
  session: string
  passkey: string
  email: string
  wallet: string
  otherWallet: string
  transaction: string
  /** Of another purchase. */
  invoice: string
  /** A saved order that has not been bought. */
  order: string
  /** A group of recipients, and someone in it. */
  recipientGroup: string
  groupPerson: string
  /** An order that waits for approval. */
  heldOrder: string
  /** A looser rule that waits for another person. */
  ruleChange: string
  /** A gift by link, still free. */
  huggg: string
  shortcode: string
  /** Someone who was sent a gift by email. */
  receiver: string
  /** A shareable gift, and the code in its link. */
  superHuggg: string
  superShortcode: string
  /** A gift that a till has redeemed. */
  redeemedHuggg: string
  redemption: string
  apiKey: string
  webhook: string
  /** An HR system that waits for approval. */
  linkedAccount: string
  /** A rule over that system, and a gift of it that waits for approval. */
  celebrationRule: string
  celebration: string
  /** A stored card, and the charge it was stored with, authorised. */
  card: string
  charge: string
  /** A live budget, one who is invited to it, its first run, and a period's invoice. */
  budget: string
  participant: string
  execution: string
  budgetInvoice: string
  /** A purchase of printed gifts with its template, and one of its gifts. */
  printed: string
  printedHuggg: string
  /** A template of the team's own. */
  template: string
  /** A theme of the team's with a branding and a giftwrap of its own. */
  theme: string
  branding: string
  giftwrap: string
  /** A picture of the team's. */
  upload: string
  reasonCode: string | undefined
  hugggExport: string
  statementExport: string
  teamExport: string
  papersExport: string
  /** A wish to join that waits. */
  joinRequest: string
  /** What operators tell this team alone. */
  announcement: string
  /** An invite that waits. */
  invite: string
  /** A grant with money, someone who is helped, an award to them, and two requests of a colleague's. */
  grant: string
  person: string
  award: string
  /** A grant that nothing was made out of. */
  otherGrant: string
  awardLink: string
  /** An award by letter that is not printed yet, and letters that were. */
  letterAward: string
  letterRun: string
  askedAward: string
  otherAskedAward: string
  batch: string
  askedBatch: string
  otherAskedBatch: string
  /** A subteam without money. */
  subteam: string
}

/** What a gift may look like, one choice each. */
export const looks = (own: TenantRecords) => [{ themeId: own.theme }, { coverImage: own.upload }]

/** What a purchase of a choice may say of one of its segments. */
export const pictured = (own: TenantRecords) => ({
  gwcSegments: [{ id: demo.segments.foodAndDrink, image: own.upload }],
})

/** The other ways to pay. */
export const paid = (own: TenantRecords) => [
  { method: 'charge', reference: own.charge },
  { method: 'invoice', reference: own.wallet },
]
