import type { ImportResult } from '#server/domains/catalogue/import-catalogue.ts'
import { importCatalogue } from '#server/domains/catalogue/index.ts'
import { openClock } from '#server/platform/clock.ts'
import { type Db, type OpenDatabase, openPostgres } from '#server/platform/database/database.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { createFilled, openFilledPglite } from './databases.ts'
import { ManualWallClock } from './wall-clock.ts'

/** A migrated database with an empty catalogue, and the operator's import. */
export interface TestCatalogue {
  db: Db
  /** Enough of one for commands that need no queue, and no providers but issuers. */
  posy: Posy
  load(document: unknown, options?: { dryRun?: boolean }): Promise<ImportResult>
  close(): Promise<void>
}

export const engines: Record<string, () => Promise<TestCatalogue>> = {
  PostgreSQL: async () => {
    const { url, drop } = await createFilled()
    const catalogue = await openCatalogue(openPostgres(url, 4))
    return { ...catalogue, close: () => catalogue.close().then(drop) }
  },
  PGlite: async () => openCatalogue(await openFilledPglite()),
}

async function openCatalogue(database: OpenDatabase): Promise<TestCatalogue> {
  const { db } = database
  const clock = await openClock(db, new ManualWallClock(Date.parse('2026-03-02T10:00:00Z')))
  const posy = { db, database, clock, providers: { issuers: { tillo: {}, paypoint: {} } } } as unknown as Posy
  return {
    db,
    posy,
    load: (document, { dryRun = false } = {}) =>
      transact(posy, { actor: operatorActor }, (work) => importCatalogue(work, document, { dryRun })),
    close: () => database.close(),
  }
}

/** A fixed id, none of the starter catalogue's: `uid('a', 3)`. */
export const uid = (kind: string, number: number) =>
  `00000000-0000-4000-9000-${kind}${String(number).padStart(12 - kind.length, '0')}`

/** Rows of a catalogue document that are right; a test changes what it is about. */
export const buildBrand = (number: number, rest: object = {}) => ({
  id: uid('b', number),
  name: `Brand ${number}`,
  ...rest,
})

export const buildProduct = (number: number, rest: object = {}) => ({
  id: uid('a', number),
  brandId: uid('b', 1),
  name: `Product ${number}`,
  senderPricePence: 500,
  vatVoucherType: 'MPV',
  ...rest,
})

export const buildSegment = (number: number, productIds: string[], rest: object = {}) => ({
  id: uid('e', number),
  name: `Segment ${number}`,
  productIds,
  ...rest,
})

export const buildGroup = (number: number, segmentIds: string[], rest: object = {}) => ({
  id: uid('f', number),
  name: `Group ${number}`,
  segmentIds,
  ...rest,
})

export const buildChoice = (number: number, segmentIds: string[], rest: object = {}) =>
  buildProduct(number, { kind: 'choice', senderPricePence: 1000, segmentIds, ...rest })
