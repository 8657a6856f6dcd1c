/** The least of 4, 8, 20, 40, 80, 200 … that is no less than a figure: its quarters are whole and easy to read. */
export function niceTop(most: number): number {
  for (let power = 1; ; power *= 10) for (const step of [4, 8, 20]) if (step * power >= most) return step * power
}

const WIDE_LABELS = 7
const PHONE_LABELS = 4

/** Which steps of a chart have room for their names: always, on wide screens, or never. */
export function axisLabelVisibility(steps: number): ('always' | 'wide' | 'never')[] {
  const wide = Math.max(1, Math.ceil(steps / WIDE_LABELS))
  const phone = wide * Math.max(1, Math.ceil(steps / wide / PHONE_LABELS))
  return Array.from({ length: steps }, (_, step) =>
    step % phone === 0 ? 'always' : step % wide === 0 ? 'wide' : 'never',
  )
}
