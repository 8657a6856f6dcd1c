import { CheckField } from '#web/ui/kit/form.tsx'

/** What the sender of a gift for adults says once, before paying. */
export const AdultsField = ({ isConfirmed = false }: { isConfirmed?: boolean }) => (
  <>
    <input type="hidden" name="asksOver18" value="yes" />
    <CheckField
      name="over18"
      value="yes"
      label="Everyone who gets this gift is 18 or over"
      description="They are asked too when they open it, and may have to prove their age."
      defaultChecked={isConfirmed}
      required
    />
  </>
)
