import type { Segment } from '#contract/catalogue/catalogue.ts'
import { voucherTypesWithoutSegments } from '#contract/catalogue/taxonomies.ts'
import { picturePath } from './picture-path.ts'
import { toProductCard } from './product-grid.tsx'

const withoutSegments: readonly string[] = voucherTypesWithoutSegments

/** Segments as a sender looks at them; one with nothing to show is left out. */
export const segmentsToShow = (segments: readonly Segment[]) =>
  segments
    .map(({ id, name, description, imageUrl, options }) => ({
      id,
      name,
      description,
      imageUrl: imageUrl && picturePath(imageUrl),
      options: options
        .filter(({ voucherType }) => !withoutSegments.includes(voucherType))
        .map(toProductCard)
        .map((card) => ({ ...card, imageUrl: picturePath(card.imageUrl) })),
    }))
    .filter(({ options }) => options.length > 0)

export type SegmentShown = ReturnType<typeof segmentsToShow>[number]
