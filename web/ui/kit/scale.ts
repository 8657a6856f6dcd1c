/** The least of 4, 8, 20, 40, 80, 200 … that is no less than a figure: its quarters are whole and easy to read. */
export function niceTop(most: number): number {
  for (let power = 1; ; power *= 10) for (const step of [4, 8, 20]) if (step * power >= most) return step * power
}

const WIDE_LABELS = 7
const PHONE_LABELS = 4

/**
 * Which steps of a chart have room for their names: always, on wide screens, or never. The first and the last always have, for they
 * say what time the whole is of; between them it is counted from the last.
 */
export function axisLabelVisibility(steps: number): ('always' | 'wide' | 'never')[] {
  const wide = Math.max(1, Math.ceil(steps / WIDE_LABELS))
  const phone = wide * Math.max(1, Math.ceil(steps / wide / PHONE_LABELS))
  const hasRoom = (step: number, every: number) => (steps - 1 - step) % every === 0 && step >= every
  return Array.from({ length: steps }, (_, step) =>
    step === 0 || hasRoom(step, phone) || step === steps - 1 ? 'always' : hasRoom(step, wide) ? 'wide' : 'never',
  )
}
