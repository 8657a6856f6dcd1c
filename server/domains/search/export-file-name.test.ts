import { expect, test } from 'vitest'
import { exportFileName } from './export-file-name.ts'

const made = '2026-11-26T23:30:00Z'
const statement = {
  kind: 'statement',
  format: 'csv',
  team: 'Acme',
  wallet: 'Acme main',
  made,
  zone: 'Europe/London',
} as const

test('a file is called by whose it is and by its days, not by the day it was made on', () => {
  // October in London ends an hour after it does in Greenwich’s count of summer.
  const october = { from: '2026-09-30T23:00:00Z', to: '2026-11-01T00:00:00Z' }
  expect(exportFileName({ ...statement, ...october })).toBe('statement-Acme-Acme-main-2026-10-01-to-2026-10-31.csv')
  expect(exportFileName({ ...statement, from: october.from })).toBe(
    'statement-Acme-Acme-main-2026-10-01-to-2026-11-26.csv',
  )
  expect(exportFileName({ ...statement, zone: 'Asia/Tokyo' })).toBe('statement-Acme-Acme-main-until-2026-11-27.csv')
})

test('files of gifts and of everything are called by their team, whatever its name is written with', () => {
  const team = 'Smith & Sons / “North”'
  expect(exportFileName({ kind: 'hugggs', format: 'xlsx', team, wallet: null, made, zone: 'Europe/London' })).toBe(
    'gifts-Smith-Sons-North-2026-11-26.xlsx',
  )
  expect(exportFileName({ kind: 'team', format: 'zip', team: '..', wallet: null, made, zone: 'Europe/London' })).toBe(
    'everything-unnamed-2026-11-26.zip',
  )
})

test('a file of papers is called by its days as they were asked for', () => {
  const papers = { from: '2026-07-01', until: '2026-09-30' }
  expect(
    exportFileName({ kind: 'papers', format: 'zip', team: 'Acme', wallet: null, papers, made, zone: 'Asia/Tokyo' }),
  ).toBe('papers-Acme-2026-07-01-to-2026-09-30.zip')
})
