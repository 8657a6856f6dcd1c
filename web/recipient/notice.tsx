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
