import { sql } from 'kysely'
import * as contract from '#contract/operator/stock.ts'
import { readTextFile } from '#kit/text-file.ts'
import { iso, toDate } from '#kit/time.ts'
import { productsWithheld } from '#server/domains/catalogue/index.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import type { Posy } from '#server/platform/posy.ts'
import { found, invalidFields } from '#server/platform/problem/problem.ts'
import { notCodes } from './code-file.ts'
import { importCodes } from './import-codes.ts'
import { issuerFloats, setFloatLimit } from './issuer-float.ts'
import { codeStock, productsNamed } from './queries.ts'

const SHOWN_ERRORS = 50

const product = (id: string) => ({ subject: { kind: 'product', id } })

interface Awaiting {
  issuer: string
  unanswered: number
  oldestAt: Date | null
  awaited: number
}

async function stockPage(posy: Posy, words: string): Promise<contract.Stock> {
  const [pools, products, floats, { rows: awaiting }, withheld] = await Promise.all([
    codeStock(posy.db, toDate(posy.clock.now())),
    productsNamed(posy.db, words),
    issuerFloats(posy.db),
    sql<Awaiting>`
      select attempt.issuer, (count(*) filter (where attempt.state = 'asking'))::int as unanswered,
        min(attempt.created_at) filter (where attempt.state = 'asking') as "oldestAt",
        count(awaited.huggg_id)::int as awaited
      from voucher_attempt as attempt
      left join awaited_code as awaited on awaited.huggg_id = attempt.huggg_id and awaited.next_try_at is not null
      where attempt.state <> 'fetched' group by attempt.issuer`.execute(posy.db),
    productsWithheld(posy.db),
  ])
  const connected = Object.keys(posy.providers.issuers)
  const asked = [...floats, ...awaiting].map(({ issuer }) => issuer)
  const names = new Set([...connected, ...asked, ...withheld.keys()])
  return {
    pools,
    products,
    issuers: [...names].toSorted().map((name) => {
      const waits = awaiting.find(({ issuer }) => issuer === name)
      return {
        name,
        isConnected: connected.includes(name),
        floats: floats
          .filter(({ issuer }) => issuer === name)
          .map(({ issuer: _, toldAt, ...float }) => ({ ...float, toldAt: toldAt && iso(toldAt) })),
        unanswered: waits?.unanswered ?? 0,
        oldestAt: waits?.oldestAt ? iso(waits.oldestAt) : null,
        awaited: waits?.awaited ?? 0,
        withheld: withheld.get(name) ?? 0,
      }
    }),
  }
}

/** What the operators' console asks of codes and their issuers. */
export const stockRoutes: Route[] = [
  read(contract.getStock, async ({ posy, query }) => ({ data: await stockPage(posy, query.product) })),
  operatorAct(contract.addCodes, async ({ work, params, body }) => {
    const file = readTextFile(await body.file.bytes())
    if ('problem' in file) throw invalidFields([{ path: 'file', message: notCodes[file.problem] }])
    const { imported, inStock, errors } = await importCodes(work, { productId: params.id, text: file.text })
    if (errors.length)
      throw invalidFields(
        errors
          .slice(0, SHOWN_ERRORS)
          .map(({ line, message }) => ({ path: 'file', message: `line ${line}: ${message}` })),
      )
    return { ...product(params.id), details: { imported, inStock }, answer: { data: { imported, inStock } } }
  }),
  operatorAct(contract.setCodeLimit, async ({ work, params, body: { lowBelow } }) => {
    found(
      await work.tx
        .updateTable('code_pool')
        .set({ low_below: lowBelow })
        .where('product_id', '=', params.id)
        .returning('product_id')
        .executeTakeFirst(),
      'product with supplied codes',
    )
    return { ...product(params.id), details: { lowBelow }, answer: { data: { success: true } } }
  }),
  operatorAct(contract.setFloatLimit, async ({ work, body: { issuer, currency, lowBelowPence } }) => {
    await setFloatLimit(work, { issuer, currency, lowBelowPence })
    const details = { currency, lowBelowPence }
    return { subject: { kind: 'issuer', id: issuer }, details, answer: { data: { success: true } } }
  }),
]
