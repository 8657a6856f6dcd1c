import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { operatorContract } from '#contract/operator/index.ts'
import { DEPRECATION_MONTHS, deprecationHeaders } from './deprecation.ts'
import type { Endpoint } from './endpoint.ts'

const announced = { since: '2026-03-02', sunset: '2027-03-02', instead: 'Use another.' }

test('an answer of a deprecated endpoint says since when and until when, in the headers of the two standards', () => {
  expect(deprecationHeaders(announced, 'https://gifts.acme.co.uk')).toEqual({
    deprecation: '@1772409600',
    sunset: 'Tue, 02 Mar 2027 00:00:00 GMT',
    link: '<https://gifts.acme.co.uk/developers/versions>; rel="deprecation"; type="text/html"',
  })
})

test('no endpoint ends sooner after its announcement than the developers’ page promises', () => {
  const ending = ([...Object.values(contract), ...Object.values(operatorContract)] as Endpoint[]).flatMap(
    ({ id, deprecated }) => (deprecated ? [{ id, ...deprecated }] : []),
  )
  for (const { id, since, sunset } of [{ id: 'the example', ...announced }, ...ending]) {
    const earliest = new Date(since)
    earliest.setUTCMonth(earliest.getUTCMonth() + DEPRECATION_MONTHS)
    expect(Date.parse(sunset), id).toBeGreaterThanOrEqual(earliest.getTime())
  }
})
