import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { reservedPermissions } from '#contract/core/permissions.ts'
import { DeliveryStatus } from '#contract/delivery/delivery.ts'
import { contract } from '#contract/index.ts'
import { recordedExamples } from '#contract/reference/recorded-examples.ts'

type Json = { [key: string]: unknown }

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/reserved-fields.md'), 'utf8')

const backticked = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
/** The fields that the page names, each with the record it is in. */
const listed = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| where') && !line.startsWith('| ---'))
  .flatMap((line) => {
    const [where = '', fields = ''] = line.slice(2).split(' | ')
    return backticked(fields).map((field) => ({ where: where.trim(), field }))
  })
const names = new Set(listed.map(({ field }) => field))

const never = (all: readonly string[], what: RegExp) => all.filter((value) => !what.test(value))

/** What each field of the page may be, in every record that has the fields of `by`. */
const constants: Record<string, { by: string[]; may: Record<string, readonly unknown[]> }> = {
  purchase: { by: ['created_quantity'], may: { processing: [null, 'creating', 'sending'] } },
  transaction: { by: ['topup_type'], may: { topup_type: [null, 'charge'] } },
  'purchase in the report of a user': { by: ['fetchedValue', 'purchased_at_date'], may: { fetchedValue: [0] } },
  gift: {
    by: ['launch_url'],
    may: {
      status_id: [1, 2, 3, 4, 5, 6, 8, 9],
      account_id: [null],
      deleted_at: [null],
      vid: [''],
      reminder_sent: [''],
      type: [''],
      assigned_client: [null],
      deliveryStatus: never(DeliveryStatus.options, /^email-undefined$|^links-(?!sent$)/),
    },
  },
  'brand in v2': {
    by: ['map_pin_url'],
    may: {
      how_to: [''],
      internal_name: [''],
      colour: [''],
      success: [''],
      share: [''],
      email: [''],
      map_pin_url: [''],
      faq: [null],
      redeem: [null],
      user_id: [null],
      location_text: [null],
      expiry: [365],
      vat: [20],
      integration_id: [1],
    },
  },
  'product in v2': {
    by: ['on_imessage'],
    may: {
      on_app: [1],
      on_imessage: [0],
      campaign: [null],
      huggg_tag: [null],
      internal_name: [''],
      integration: [''],
      tag_group_id: [''],
      tag_id: [''],
    },
  },
  'store in v2': { by: ['visible'], may: { website: [null], visible: [1], image: ['pin.png'] } },
  'adjustment codes': { by: ['adjustment_codes'], may: { adjustment_codes: [[]] } },
  'gift in searches': { by: ['viewed_client'], may: { viewed_client: [null, 'web'] } },
  'top-up by card': {
    by: ['topup_type', 'charge_id'],
    may: {
      notes: [null],
      processing: [null],
      reason_code: [null],
      delivery_method: [null],
      topup_type: ['charge'],
      status: ['successful'],
    },
  },
  'remittance advice': { by: ['bankDetails', 'walletId'], may: { status: ['pending'], dateReceived: [null] } },
  'pro forma invoice': { by: ['orderId', 'files'], may: { status: ['queued', 'processed'] } },
  'theme of type `legacy`': { by: ['clientIds'], may: { clientIds: [[]], teamId: [null], public: [true] } },
  team: { by: ['flags'], may: { flags: [[]] } },
  user: { by: ['reactionsLastSeen'], may: { tags: [[]], type: [4] } },
}
/** Held elsewhere, or kept as they were given and without effect. */
const KEPT: Record<string, readonly string[]> = {
  plan: ['behaviours'],
  'draft order': ['previewShortcode'],
  'purchase, draft order': ['hugggMeta.gwcSegments[].image'],
  permission: Object.keys(reservedPermissions),
  features: ['christmas', 'launchpad'],
}

function recordsIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn)
  if (typeof value !== 'object' || value === null) return []
  return [value as Json, ...Object.values(value).flatMap(recordsIn)]
}
const recorded = Object.values(recordedExamples).flatMap(({ answer }) => recordsIn(answer))

describe('docs/reserved-fields.md', () => {
  test('lists the fields that are checked here, and no others', () => {
    const held = Object.entries(constants).flatMap(([where, { may }]) =>
      Object.keys(may).map((field) => `${where}: ${field}`),
    )
    const kept = Object.entries(KEPT).flatMap(([where, fields]) => fields.map((field) => `${where}: ${field}`))
    expect(listed.map(({ where, field }) => `${where}: ${field}`).sort()).toEqual([...held, ...kept].sort())
  })

  test.each(Object.entries(constants))('agrees with every recorded %s', (_where, { by, may }) => {
    const records = recorded.filter((record) => by.every((name) => name in record))
    expect(records).not.toEqual([])
    for (const [field, values] of Object.entries(may))
      for (const record of records) if (field in record) expect(values, field).toContainEqual(record[field])
  })
})

/** They say what kind of thing a record is, or by what it is read. */
const KINDS = ['approval', 'category', 'code', 'method', 'provider', 'robots', 'token_type', 'type']

const isFixed = (schema: Json) =>
  schema.type === 'null' || 'const' in schema || (Array.isArray(schema.enum) && schema.enum.length === 1)

function fixedIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(fixedIn)
  if (typeof schema !== 'object' || schema === null) return []
  const properties = Object.entries(((schema as Json).properties as Record<string, Json>) ?? {})
  return [
    ...properties.filter(([, property]) => isFixed(property)).map(([name]) => name),
    ...Object.values(schema).flatMap(fixedIn),
  ]
}

test('a field for which the contract allows one value alone is on the page of reserved fields, or names the kind of its record', () => {
  const fixed = Object.values(contract as Record<string, Endpoint>).flatMap(({ response }) =>
    fixedIn(z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' })),
  )
  expect([...new Set(fixed)].filter((name) => !names.has(name) && !KINDS.includes(name))).toEqual([])
})

/** Constant in one kind of record alone: of another kind they say something. */
const OF_ONE_KIND = [
  'automationId',
  'logo',
  'pattern',
  'period',
  'periodReports',
  'published',
  'transactionId',
  'underWay',
]

test('a field that is written as a constant is on the page of reserved fields, or says something elsewhere', () => {
  const literal = /^\s+(\w+): (?:null|true|false|-?\d+|''|\[\]|\{\}),$/gm
  const written = readdirSync(join(root, 'server/domains'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /serialize[\w-]*\.ts$|^original\/records\.ts$/.test(name))
    .flatMap((name) => [...readFileSync(join(root, 'server/domains', name), 'utf8').matchAll(literal)])
    .map(([, name]) => name!)
  expect(written.length).toBeGreaterThan(30)
  expect([...new Set(written)].filter((name) => !names.has(name) && !OF_ONE_KIND.includes(name))).toEqual([])
})
