import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { fieldNames, fieldSchema, keptKind, type SentBack } from '#contract/core/sent-back.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A body without the names of a record that it cannot set, and what these said. */
export interface Split {
  value: unknown
  kept: Tree
}

/** Takes the names of the record that the body's schema does not have out of what was sent. */
export function splitSentBack(body: z.ZodType, sentBack: SentBack, value: unknown): Split {
  const { at } = sentBack
  if (!at) return withoutRecordNames(fieldNames(body), sentBack, value)
  const name = at.replace('[]', '')
  if (!isTree(value) || !(name in value)) return { value, kept: {} }
  const settable = fieldNames(fieldSchema(body, name))
  const inner = value[name]
  if (!at.endsWith('[]')) {
    const split = withoutRecordNames(settable, sentBack, inner)
    return { value: { ...value, [name]: split.value }, kept: split.kept }
  }
  if (!Array.isArray(inner)) return { value, kept: {} }
  return {
    value: { ...value, [name]: inner.map((each) => withoutRecordNames(settable, sentBack, each).value) },
    kept: {},
  }
}

function withoutRecordNames(settable: Set<string>, { record }: SentBack, value: unknown): Split {
  if (!isTree(value)) return { value, kept: {} }
  const known = fieldNames(record)
  const [rest, kept]: [Tree, Tree] = [{}, {}]
  for (const [name, content] of Object.entries(value)) {
    const isKept = !settable.has(name) && known.has(name)
    Object.defineProperty(isKept ? kept : rest, name, { value: content, enumerable: true, writable: true })
  }
  return { value: rest, kept }
}

/**
 * Holds what was sent of a record, and cannot be set, against the record: whose and which it is must be as it is, and so
 * must its status, which has actions of its own. What the system works out is ignored. The record is looked at after the
 * change, in its transaction, so that foreign and missing records were refused before, alike.
 * @throws invalid_fields (422) for what cannot be changed here; conflict (409) for a version of the past
 */
export function requireUnchanged(kept: Tree, record: unknown, sentBack: SentBack): void {
  if (!isTree(record)) return
  const prefix = sentBack.at ? `${sentBack.at}.` : ''
  const details: ErrorDetail[] = []
  for (const [name, sent] of Object.entries(kept)) {
    const kind = keptKind(name, sentBack)
    if (kind === 'derived' || (sentBack.creates && sent === null)) continue
    const current = record[name]
    if (isDeepStrictEqual(sent, current ?? null) || !(name in record)) continue
    // A change counts the version up, or leaves it where nothing changed.
    if (kind === 'version') {
      if (sent === Number(current) - 1) continue
      throw new Problem('conflict', 'It was changed after this was read.', { help: 'Read it again, and change that.' })
    }
    const by = kind === 'status' && sentBack.statusBy ? `: ${sentBack.statusBy}` : ''
    details.push({ path: `${prefix}${name}`, message: `cannot be changed here${by}`, code: 'cannot_change' })
  }
  if (details.length) throw invalidFields(details)
}
