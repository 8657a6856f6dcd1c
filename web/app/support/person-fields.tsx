import { awardLanguages } from '#contract/awards/languages.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/kit/form.tsx'

interface Kept {
  defaultValue?: string | undefined
}

export const MobileField = (kept: Kept) => (
  <TextField name="phoneNumber" type="tel" label="Mobile number (optional)" autoComplete="off" {...kept} />
)

export const EmailField = (kept: Kept) => (
  <TextField name="email" type="email" label="Email (optional)" autoComplete="off" maxLength={254} {...kept} />
)

export const AddressField = (kept: Kept) => (
  <TextAreaField
    name="postalAddress"
    label="Postal address (optional)"
    description="For a letter"
    rows={3}
    grows
    autoComplete="off"
    {...kept}
  />
)

export const PostcodeField = (kept: Kept) => (
  <TextField name="postcode" label="Postcode (optional)" maxLength={10} autoComplete="off" {...kept} />
)

export const LanguageField = (kept: Kept) => (
  <SelectField
    name="language"
    label="Their language"
    data={Object.entries(awardLanguages).map(([value, { name }]) => ({ value, label: name }))}
    {...kept}
  />
)
