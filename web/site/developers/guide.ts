import { firstPurchase, sandboxCalls } from '#contract/reference/examples.ts'

/** What the guide has people run. */
export const guide = {
  buy: (url: string, sandbox: boolean) =>
    [
      `key="X-Huggg-API-Key: ${sandbox ? firstPurchase.sandboxKey : 'posy_…'}"`,
      `curl -X POST "${url}${firstPurchase.path}" \\`,
      '  -H "$key" -H "Content-Type: application/json" -H "Idempotency-Key: my-first-gift" \\',
      `  -d '${JSON.stringify(firstPurchase.body, null, 2)}'`,
    ].join('\n'),
  sandbox: (url: string) =>
    [`curl "${url}${sandboxCalls.messages}"`, `curl -X POST "${url}${sandboxCalls.clock}" ${sandboxCalls.aMonth}`].join(
      '\n',
    ),
  ownSandbox: (url: string) => `curl -X POST "${url}${sandboxCalls.own}"`,
  verify: `import { Webhook } from 'standardwebhooks'

// The raw body, not what a framework made of it.
const event = new Webhook(process.env.POSY_WEBHOOK_SECRET).verify(rawBody, headers)
console.log(event.type, event.data)`,
}
