/** Each field stands there by its example, or by what it is called. */
export const sampleValues = (
  fields: readonly { name: string; label: string; defaultValue: string; placeholder: string }[],
): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ name, label, ...known }) => [name, known.defaultValue || known.placeholder || label]),
  )
