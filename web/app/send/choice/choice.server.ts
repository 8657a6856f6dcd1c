import type { Segment } from '#contract/catalogue/catalogue.ts'
import type { Order, OrderFields } from '#contract/orders/orders.ts'
import { file, ifSent, readForm, textOrNull, ticked } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { choiceFields, segmentFields } from './fields.ts'
import { type SaidOfSegment, segmentsToOffer, toGiftMeta } from './said.ts'

type Draft = Pick<Order, 'hugggMeta'> | null

/** The segments of a choice, for a sender who may narrow them; none of any other gift. */
async function segmentsToNarrow(session: Session, productId: string | null): Promise<readonly Segment[]> {
  if (!productId || !session.can('customise-segment-choices') || !session.can('view-segments')) return []
  const segments = await session.api.getProductSegments({ params: { id: productId } })
  return segments.ok ? segments.value.data.filter(({ options }) => options.length > 0) : []
}

/** What a sender may decide about the choice in a draft; null where it is none, or not for them. */
export async function loadChoice(session: Session, productId: string | null, draft: Draft) {
  const segments = await segmentsToNarrow(session, productId)
  if (segments.length === 0) return null
  return {
    description: draft?.hugggMeta?.customDescription ?? '',
    segments: segmentsToOffer(segments, draft?.hugggMeta),
  }
}

export type ChoiceToOffer = NonNullable<Awaited<ReturnType<typeof loadChoice>>>

interface ReadChoice {
  /** Nothing where the form does not speak of it. */
  entity: Pick<OrderFields, 'hugggMeta'>
  /** The order's fields by the names that the form has for them. */
  fieldNames: Record<string, string>
}

/** @param isAutosave pictures are taken once, when the step is saved; and what cannot be saved yet waits */
export async function readChoice(
  session: Session,
  { productId, draft, isAutosave = false }: { productId: string | null; draft: Draft; isAutosave?: boolean },
  form: FormData,
): Promise<ReadChoice | { refused: Failure }> {
  const { [choiceFields.description]: description } = readForm(form, { [choiceFields.description]: ifSent(textOrNull) })
  const segments = description === undefined ? [] : await segmentsToNarrow(session, productId)
  if (description === undefined || segments.length === 0) return { entity: {}, fieldNames: {} }
  const before = new Map(draft?.hugggMeta?.gwcSegments?.map((segment) => [segment.id, segment]))
  const said: (SaidOfSegment & { isKept: boolean })[] = []
  for (const { id } of segments) {
    const read = readSegment(form, id)
    const picture = read.isKept && !isAutosave && read.picture
    const taken = picture ? await session.api.createUpload({ query: { kind: 'cover' }, body: { file: picture } }) : null
    if (taken && !taken.ok) return { refused: toFormFailure(taken.problem, form, { file: segmentFields(id).picture }) }
    const kept = read.isGone ? null : before.get(id)?.image
    said.push({ id, isKept: read.isKept, description: read.words, image: taken ? taken.value.data.key : kept })
  }
  const kept = said.filter(({ isKept }) => isKept)
  if (kept.length === 0)
    return isAutosave
      ? { entity: {}, fieldNames: {} }
      : { refused: invalidForm({ [segmentFields(segments[0]!.id).keep]: 'Leave at least one to choose from' }, form) }
  const names = kept.flatMap(({ id }, index): [string, string][] => [
    [`entity.hugggMeta.gwcSegments.${index}.description`, segmentFields(id).words],
    [`entity.hugggMeta.gwcSegments.${index}.image`, segmentFields(id).picture],
  ])
  return {
    entity: { hugggMeta: toGiftMeta(description, said) },
    fieldNames: { ...Object.fromEntries(names), 'entity.hugggMeta.customDescription': choiceFields.description },
  }
}

function readSegment(form: FormData, id: string) {
  const names = segmentFields(id)
  const read = readForm(form, {
    [names.keep]: ticked,
    [names.pictureGone]: ticked,
    [names.words]: textOrNull,
    [names.picture]: file,
  })
  return {
    isKept: read[names.keep] as boolean,
    isGone: read[names.pictureGone] as boolean,
    words: read[names.words] as string | null,
    picture: read[names.picture] as File | null,
  }
}
