/** Fixed ids of the demo world, so that examples in the docs and tests can name them. */
export const demo = {
  plans: {
    free: '00000000-0000-4000-8000-000000000101',
    plus: '00000000-0000-4000-8000-000000000102',
    enterprise: '00000000-0000-4000-8000-000000000103',
  },
  teams: {
    acme: '00000000-0000-4000-8000-000000000201',
    acmeNorth: '00000000-0000-4000-8000-000000000202',
    acmeSouth: '00000000-0000-4000-8000-000000000203',
    globex: '00000000-0000-4000-8000-000000000204',
  },
  users: {
    acmeAdmin: '00000000-0000-4000-8000-000000000301',
    acmeViewer: '00000000-0000-4000-8000-000000000302',
    acmeSubteam: '00000000-0000-4000-8000-000000000303',
    acmeParticipant: '00000000-0000-4000-8000-000000000304',
    acmeService: '00000000-0000-4000-8000-000000000305',
    globexAdmin: '00000000-0000-4000-8000-000000000306',
  },
  wallets: {
    acmeMain: '00000000-0000-4000-8000-000000000401',
    acmeEvents: '00000000-0000-4000-8000-000000000402',
    acmeNorth: '00000000-0000-4000-8000-000000000403',
    acmeSouth: '00000000-0000-4000-8000-000000000404',
    globexMain: '00000000-0000-4000-8000-000000000405',
  },
  /** The till client `demo-till` is bound to this brand. */
  brands: { daisyCoffee: '00000000-0000-4000-8000-000000000501' },
  stores: { daisyCoffeeLeeds: '00000000-0000-4000-8000-000000000511' },
  /** Of a choice in GB. */
  segments: { foodAndDrink: '00000000-0000-4000-8000-e00000000001' },
  products: {
    /** SPV, own code, redeemed at Daisy Coffee's tills. */
    daisyFlatWhite: '00000000-0000-4000-8000-000000000601',
    /** MPV gift card of £10, own code. */
    daisyGiftCard10: '00000000-0000-4000-8000-000000000602',
    /** Choice-of-gift at £10, GB. */
    choiceOfGift10: '00000000-0000-4000-8000-000000000603',
    /** Choice-of-gift, EU, in EUX. */
    choiceOfGiftEu: '00000000-0000-4000-8000-000000000604',
  },
  /** Who runs the demo world, at /operator. */
  operators: {
    owner: '00000000-0000-4000-8000-00000000c001',
    finance: '00000000-0000-4000-8000-00000000c002',
    support: '00000000-0000-4000-8000-00000000c003',
  },
} as const

/** Of the demo operators' second step: an app that has it shows their codes, and so does the sandbox's phone. */
export const DEMO_AUTHENTICATOR_KEY = 'POSYDEMOPOSYDEMOPOSYDEMOPOSYDEMO'
/** Signs one browser in as a till of Daisy Coffee in Leeds; made again once it was used, with the next start. */
export const DEMO_TILL_CODE = 'DAISY-TILL'
export const DEMO_PASSWORD = 'posy-demo-2026'
