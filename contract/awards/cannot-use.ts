/** Why the person cannot use an award: of a list, so that no one writes more about themselves than they must. */
export const cannotUseReasons = ['too-far', 'no-id', 'not-accepted', 'cannot-go', 'other'] as const
export type CannotUseReason = (typeof cannotUseReasons)[number]

/** As their helpers read it. */
export const cannotUseLabels: Record<CannotUseReason, string> = {
  'too-far': 'It is too far away',
  'no-id': 'They have no ID',
  'not-accepted': 'The code was not taken',
  'cannot-go': 'They cannot go there themselves',
  other: 'Another reason',
}
