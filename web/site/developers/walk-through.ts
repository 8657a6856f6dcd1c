import { demoStore, firstPurchase } from '#contract/reference/examples.ts'

/** Where `npm run pack:client` puts the package. */
export const PACKAGE_FILE = 'build/posy-client-*.tgz'

/**
 * From an empty folder to a redeemed gift and a verified webhook. A journey runs the commands, and the parts of `walk.mjs` one
 * after the other, as they stand here.
 */
export const walkThrough = {
  pack: 'npm run pack:client',
  install: (tarball: string) => `mkdir walk && cd walk\nnpm init -y\nnpm install ${tarball}`,
  run: 'node walk.mjs',
  connect: (url: string) => `import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient, unwrap, verifyWebhook } from 'posy-client'

const baseUrl = '${url}'
const posy = createClient({ baseUrl, apiKey: '${firstPurchase.sandboxKey}' })
const me = unwrap(await posy.getMe()).data
console.log('Hello', me.user.firstName)`,
  listen: `let secret = ''
let hear
const redeemed = new Promise((resolve) => { hear = resolve })
const receiver = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook({ body: await text(request), headers: request.headers, secret })
    console.log('Verified', event.type)
    if (event.type === 'huggg.redeemed') hear(event.data)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
})
await new Promise((listening) => receiver.listen(0, '127.0.0.1', listening))
const webhook = unwrap(await posy.createWebhook({
  params: { id: me.teamId },
  body: { url: \`http://127.0.0.1:\${receiver.address().port}/posy\` },
})).data
secret = webhook.secret`,
  buy: `const { data: purchase } = unwrap(await posy.createTransaction(
  {
    query: { embed: ['hugggs'] },
    body: {
      purchase: { type: 'huggg', reference: '${firstPurchase.body.purchase.reference}', deliveryMethod: 'links' },
      payment: { method: 'walletCommitment', reference: '${firstPurchase.body.payment.reference}' },
    },
  },
  { idempotencyKey: crypto.randomUUID() },
))
const [gift] = purchase.embedded.hugggs
console.log('Bought', gift.launch_url)`,
  redeem: `const token = unwrap(await posy.issueToken({
  body: { grant_type: 'client_credentials', client_id: 'demo-till', client_secret: 'demo-till-secret' },
})).access_token
const till = createClient({ baseUrl, token: () => token })
const { data: redemption } = unwrap(await till.redeemHuggg({
  params: { id: gift.shortcode },
  body: { location_id: '${demoStore}' },
}))
console.log('Redeemed', redemption.amount, redemption.currency)`,
  end: `const told = await redeemed
console.log('Told of', told.hugggId === gift.id ? 'the same gift' : 'another gift')
await posy.deleteWebhook({ params: { id: me.teamId, webhookId: webhook.id } })
receiver.close()`,
}

/** The whole of `walk.mjs`. */
export const walkScript = (url: string): string =>
  [walkThrough.connect(url), walkThrough.listen, walkThrough.buy, walkThrough.redeem, walkThrough.end].join('\n\n')
