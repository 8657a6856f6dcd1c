import type { LoaderFunctionArgs } from 'react-router'
import { type OperatorHit, searchAsOperator } from '#contract/operator/search.ts'
import { hitLabels } from '#web/operator/labels.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import type { Found } from '#web/ui/kit/command-palette.tsx'
import { hitPath } from './links.ts'

/** Programs and keys of one name differ in their ids and first letters. */
const describeHit = ({ kind, detail, customer }: OperatorHit): string =>
  [kind === 'program' ? detail : hitLabels[kind], customer?.name].filter(Boolean).join(', ')

/** What the palette finds while an operator types. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Found> {
  const session = getOperatorSession(context)
  const q = new URL(request.url).searchParams.get('q')?.trim().slice(0, 200) ?? ''
  const found = q && session.operator ? await session.call(searchAsOperator, { query: { q } }) : null
  if (!found?.ok) return { q, places: [] }
  return {
    q,
    places: found.value.data.flatMap((hit) => {
      const to = hitPath(hit)
      return to ? [{ to, label: hit.title, hint: describeHit(hit) }] : []
    }),
  }
}
