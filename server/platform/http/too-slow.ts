import { z } from 'zod'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { Problem } from '#server/platform/problem/problem.ts'

/** Words that choose a page, its order or its form: with others the database reads as much. */
const OF_THE_PAGE = new Set('limit page per_page next previous skip size embed sort order format'.split(' '))
/** What holds the fields of a search, one within the other. */
const HOLDERS = new Set(['query', 'filter', 'filters'])
/** More names no one reads. */
const MOST_NAMES = 8

function fieldNames(schema: unknown): string[] {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
  if (isWrapped) return fieldNames(schema.unwrap())
  if (!(schema instanceof z.ZodObject)) return []
  const { shape } = schema
  const isOfThePage = (name: string) => OF_THE_PAGE.has(name) || (name === 'from' && 'size' in shape)
  return Object.entries(shape).flatMap(([name, field]) =>
    HOLDERS.has(name) ? fieldNames(field) : isOfThePage(name) ? [] : [name],
  )
}

/** A span of time narrows most. */
const isTime = (name: string) => /^(from|until|since|before|after)$|(From|Until|Since|Before|After|At|Date)$/.test(name)

const choice = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** A read whose statement met its time limit would meet it again as it stands: its caller is told what narrows it. */
export function tooSlow({ query, body }: Pick<Endpoint, 'query' | 'body'>, cause: unknown): Problem {
  const all = [...fieldNames(query), ...fieldNames(body)]
  const names = [...all.filter(isTime), ...all.filter((name) => !isTime(name))].slice(0, MOST_NAMES)
  return new Problem('unavailable', 'Reading this took longer than it may.', {
    help: names.length ? `Ask for less at a time: narrow it by ${choice.format(names)}.` : 'Ask for less at a time.',
    details: names.map((path) => ({ path, message: 'can narrow it', code: 'narrows' })),
    cause,
  })
}
