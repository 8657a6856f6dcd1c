import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callUrl } from '#contract/core/call-url.ts'
import { closed } from '#contract/core/closed.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { contract } from '#contract/index.ts'
import { ErrorBody } from '#contract/reference/openapi.ts'
import type { Example } from '#contract/reference/recorded-examples.ts'
import { sandboxEndpoints } from '#contract/sandbox/index.ts'
import { demo } from '#server/app/demo/ids.ts'
import { DEMO_API_KEY } from '#server/app/demo/teams.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { exampleRequests, inSendingOrder, shapeDifferences } from '#server/testing/examples.ts'
import { ExampleRecorder } from '#server/testing/recorder.ts'
import type { TenantRecords } from '#server/testing/samples.ts'
import { sandboxSamples } from '#server/testing/sandbox-samples.ts'
import { ACME, buildTenant } from '#server/testing/tenant.ts'
import { REFUSAL, readExamples, writeExamples } from '#tools/recorded-examples.ts'

/**
 * The examples of `/openapi.json` and `/developers` are what is sent here, with what was answered; of what is refused here,
 * a request of another test that succeeded. Once the contract has changed, record them again:
 * `RECORD_ANSWERS=/tmp/answers npm test -- --project http`, for those of other tests, and then
 * `RECORD_ANSWERS=/tmp/answers RECORD_EXAMPLES=true npm test -- server/app/examples`
 */
const root = join(import.meta.dirname, '../..')
const endpoints = Object.entries(contract) as [keyof typeof contract, Endpoint][]
/** Those of the sandbox too, as `/openapi.json` has them where there is one. */
const published: Readonly<Record<string, Endpoint>> = { ...contract, ...sandboxEndpoints }

/** What no test can make succeed over HTTP, and why. */
const ONLY_REFUSED: Record<string, string> = {
  receiveTextReport: 'for the provider of texts, which signs what it sends',
  receiveTextReply: 'for the provider of texts, which signs what it sends',
  receiveCheckoutEvent: 'for the provider of cards, which signs what it sends',
  takeSamlAnswer: 'sends the browser on: 303 is its success',
}

/** How wrong fields are refused, for the page about errors. */
const REFUSED = {
  body: {
    purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite, quantitty: 2 },
    payment: { method: 'walletCommitment', reference: 'none' },
  },
}

let app: TestApp
let acme: TenantRecords
beforeAll(async () => {
  app = await startTestApp()
  acme = await buildTenant(app, ACME)
})
afterAll(() => app.close())

function callerFor({ access }: Endpoint): string | undefined {
  if (access === 'public') return undefined
  if (access === 'merchant') return 'client:demo-till'
  return access === 'client' ? 'client:demo-customer' : acme.as
}

/** Sent last: what the sandbox's clock runs would change the answers of others. */
async function sendSandbox(recorder: ExampleRecorder): Promise<[string, Example][]> {
  await app.settle()
  const idIn = async (path: string, list: (data: never) => { id: string }[]): Promise<string> =>
    list((await app.request('GET', path)).body.data as never)[0]!.id
  // What runs at the other address is no matter of the examples.
  const elsewhere = { url: 'http://localhost:27182', apiKey: DEMO_API_KEY, now: () => app.posy.clock.now().toString() }
  const { ownSandboxes } = app.providers.sandboxes.controls!
  ownSandboxes.startBy(async () => ({ ...elsewhere, stop: async () => {} }))
  const railCode = 'example-code-1'
  const order = { clientRequestId: railCode, productReference: 'pin', faceValuePence: 2000, currency: 'GBX' }
  await app.posy.providers.rails.pin!.issue(order)
  const requests = sandboxSamples({
    railCode,
    sandbox: (await ownSandboxes.start()).id,
    message: await idIn('/sandbox/messages?limit=1', (messages) => messages),
    employee: await idIn('/sandbox/hr', ({ people }: { people: { id: string }[] }) => people),
  })
  const sent = new Map<string, Example>()
  for (const [name, sample] of Object.entries(requests)) {
    const endpoint = published[name]!
    const answer = await app.request(endpoint.method, callUrl('', endpoint, sample.params, sample.query), {
      ...(endpoint.body ? { body: sample.body } : {}),
    })
    sent.set(name, recorder.record(endpoint, sample, answer))
  }
  return Object.keys(sandboxEndpoints).map((name) => [name, sent.get(name)!])
}

async function sendAll(): Promise<Record<string, Example>> {
  const recorder = new ExampleRecorder()
  const requests = exampleRequests(acme)
  const sent = new Map<string, Example>()
  for (const [name, endpoint] of inSendingOrder(endpoints)) {
    const { params, query, body } = requests[name]
    const as = callerFor(endpoint)
    const answer = await app.request(endpoint.method, callUrl('', endpoint, params, query), {
      ...(as ? { as } : {}),
      ...(endpoint.body ? { body: body ?? {} } : {}),
    })
    sent.set(name, recorder.record(endpoint, requests[name], answer))
  }
  const answer = await app.request('POST', '/api/v2/transactions', {
    as: 'key:demo-customer',
    body: REFUSED.body,
  })
  const refusal = recorder.record(contract.createTransaction, REFUSED, answer)
  const own = endpoints.map(([name]) => [name, sent.get(name)!] as const)
  return { ...Object.fromEntries([...own, ...(await sendSandbox(recorder))]), [REFUSAL]: refusal }
}

const isAsSaid = (name: string, { status, answer }: Example): boolean =>
  answer === undefined || (status < 300 ? published[name]!.response : ErrorBody).safeParse(answer).success

const succeeded = ({ status }: Example): boolean => status < 300

/** What another test sent, and was answered with success. */
function sentElsewhere(name: string): Example | undefined {
  const file = join(process.env.RECORD_ANSWERS ?? '', `${name}.json`)
  return process.env.RECORD_ANSWERS && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** What has kept its shape stays as it was written: ids and times of today would only be noise. */
function write(sent: Record<string, Example>, written: Record<string, Example>): void {
  const kept = Object.entries(sent).map(([name, example]) => {
    const before = written[name]
    const elsewhere = before && succeeded(before) && isAsSaid(name, before) ? before : sentElsewhere(name)
    if (!succeeded(example) && elsewhere) return [name, elsewhere]
    const isSame =
      before?.status === example.status && shapeDifferences(example, before).length === 0 && isAsSaid(name, before)
    return [name, isSame ? before : example]
  })
  writeExamples(root, Object.fromEntries(kept))
}

test('every operation, of the sandbox too, has an example that, sent here, is answered as it says', async () => {
  const sent = await sendAll()
  if (process.env.RECORD_EXAMPLES) write(sent, readExamples(root))
  const written = readExamples(root)
  expect(Object.keys(written)).toEqual(Object.keys(sent).sort())
  const refused = Object.keys(sent).filter((name) => !succeeded(written[name]!))
  expect(refused).toEqual([...Object.keys(ONLY_REFUSED), REFUSAL])
  for (const [name, endpoint] of Object.entries(published)) {
    const example = written[name]!
    // Of what another test sent, the contract alone says whether it is still right.
    if (succeeded(sent[name]!) || !succeeded(example)) {
      expect([name, example.status]).toEqual([name, sent[name]!.status])
      expect([name, ...shapeDifferences(example, sent[name])]).toEqual([name])
    }
    endpoint.params?.parse(example.params ?? {})
    endpoint.query?.parse(example.query ?? {})
    if (example.body !== undefined) closed(endpoint.body!).parse(example.body)
    expect([name, isAsSaid(name, example)]).toEqual([name, true])
  }
})

test('every refusal of an example is among the errors that its endpoint declares', () => {
  expect([...app.undeclaredRefusals].sort()).toEqual([])
})
