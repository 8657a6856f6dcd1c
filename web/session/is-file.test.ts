import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { isFileAddress } from './is-file.ts'

test('an operator’s visit is kept from a file however its address is spelt', () => {
  for (const spelt of [
    '/activity.csv',
    '/activity.CSV',
    '/Activity.Csv',
    '/activity.csv/',
    '/activity%2Ecsv',
    '/activity.cs%76',
    '/activity.%43SV/',
  ]) {
    expect(matchPath('/activity.csv', decodeURIComponent(spelt)), spelt).not.toBeNull()
    expect(isFileAddress(spelt), spelt).toBe(true)
    expect(isFileAddress(`${spelt}.data`), `${spelt}.data`).toBe(true)
  }
  expect(isFileAddress('/activity.csv/_.data')).toBe(true)
  for (const page of ['/activity', '/activity.data', '/activity/csv', '/gifts/a.csv-like', '/%'])
    expect(isFileAddress(page), page).toBe(false)
})
