import { type RailName, rails } from '#contract/core/rails.ts'
import type { Posy } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Rail } from '#server/providers/rails/types.ts'

/** @throws unavailable (503) where this installation is not connected to the rail */
export function connectedRail({ providers }: Pick<Posy, 'providers'>, name: RailName): Rail {
  const rail = providers.rails[name]
  if (!rail)
    throw new Problem('unavailable', `${rails[name].label} is not connected here.`, {
      help: 'Set it up first: docs/operations/rails.md says how.',
    })
  return rail
}
