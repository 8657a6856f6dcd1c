import { asSystem, type Posy, type Work } from './posy.ts'

/**
 * Does what is due in transactions of so many at most, until a step finds fewer. A step locks what it takes and passes over what is
 * locked, so that twins share the work.
 * @param step how many it found
 */
export async function inSteps(
  posy: Posy,
  size: number,
  step: (work: Work, size: number) => Promise<number>,
): Promise<void> {
  for (let found = size; found === size; ) found = await asSystem(posy, (work) => step(work, size))
}
