/** The first request of the developers' guide; a test sends it as it stands. Ids are the demo world's. */
export const firstPurchase = {
  path: '/api/v2/transactions?embed[]=hugggs',
  sandboxKey: 'posy_demo_customer_key_0001',
  body: {
    purchase: {
      type: 'huggg',
      reference: '00000000-0000-4000-8000-000000000602',
      deliveryMethod: 'links',
      message: 'Thank you!',
    },
    payment: { method: 'walletCommitment', reference: '00000000-0000-4000-8000-000000000401' },
  },
}

/** Says who a key or token is. */
export const whoAmI = { path: '/api/v2/auth/me' }

/** What the guide shows of the sandbox. */
export const sandboxCalls = {
  messages: '/sandbox/messages?to=ada@friends.test',
  clock: '/sandbox/clock',
  own: '/sandbox/own',
  aMonth: `-H "Content-Type: application/json" -d '{"advance": "P1M"}'`,
}

/** Where the sandbox's till redeems. */
export const demoStore = '00000000-0000-4000-8000-000000000511'
