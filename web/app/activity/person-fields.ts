/** What the fields of one person are called in the form of all of them. */
export const personFields = (hugggId: string) => ({
  name: `name-${hugggId}`,
  address: `address-${hugggId}`,
  isPhone: `phone-${hugggId}`,
  /** Address and name as they were shown. */
  was: `was-${hugggId}`,
  out: `out-${hugggId}`,
})
