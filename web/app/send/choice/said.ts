import type { Segment } from '#contract/catalogue/catalogue.ts'
import type { GiftMeta } from '#contract/orders/purchase.ts'

/** What a sender says of one segment of a choice. */
export interface SaidOfSegment {
  id: string
  image?: string | null | undefined
  description?: string | null | undefined
}

/** A segment as its sender decides about it. */
export interface SegmentToOffer {
  id: string
  name: string
  /** How many gifts are in it. */
  count: number
  isKept: boolean
  words: string
  /** One that was uploaded here, by its path. */
  picture: string | null
}

/** The path of a picture that was uploaded here; null for one of another host. */
export function ownPicture(address: string | null | undefined): string | null {
  const path = address ? URL.parse(address)?.pathname : undefined
  return path && /^\/uploads\/[0-9a-f-]{36}\.(png|jpg)$/.test(path) ? path : null
}

/** Those that the sender kept, each with what is said of it; all of them where nothing was narrowed. */
export function offeredSegments<S extends Pick<Segment, 'id'>>(
  segments: readonly S[],
  meta: GiftMeta | null | undefined,
): (S & { said: SaidOfSegment | undefined })[] {
  const said = new Map(meta?.gwcSegments?.map((segment) => [segment.id, segment]))
  const offered = segments.map((segment) => ({ ...segment, said: said.get(segment.id) }))
  return said.size ? offered.filter((segment) => segment.said) : offered
}

export function segmentsToOffer(
  segments: readonly Pick<Segment, 'id' | 'name' | 'options'>[],
  meta: GiftMeta | null | undefined,
): SegmentToOffer[] {
  const kept = new Map(offeredSegments(segments, meta).map(({ id, said }) => [id, said]))
  return segments.map(({ id, name, options }) => ({
    ...{ id, name, count: options.length, isKept: kept.has(id) },
    words: kept.get(id)?.description ?? '',
    picture: ownPicture(kept.get(id)?.image),
  }))
}

/**
 * What an order keeps of it: nothing of the segments where all are offered and nothing is said of any, so that what comes
 * into the choice later is offered too.
 */
export function toGiftMeta(
  description: string | null,
  segments: readonly (SaidOfSegment & { isKept: boolean })[],
): GiftMeta | null {
  const kept = segments.filter(({ isKept }) => isKept)
  const isPlain = kept.length === segments.length && kept.every((segment) => !segment.image && !segment.description)
  const gwcSegments = kept.map(({ id, image, description: words }) => ({
    ...{ id, ...(image && { image }), ...(words && { description: words }) },
  }))
  if (isPlain && !description) return null
  return { ...(!isPlain && { gwcSegments }), ...(description && { customDescription: description }) }
}
