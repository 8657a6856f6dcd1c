import { copy } from './copy.en-GB.ts'
import type { StepFailure } from './gift-steps.ts'

export function GiftNotice({ failure }: { failure: StepFailure | null }) {
  if (!failure) return null
  return (
    <p className="notice" role="alert">
      {copy.notices[failure.notice]}
    </p>
  )
}

/** To who asked for another gift at a shared link. */
export const ClaimedBefore = () => (
  <p className="notice" role="status">
    {copy.claimedBefore}
  </p>
)
