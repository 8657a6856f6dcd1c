/** Addresses as people type or paste them: one a line, or with commas between; `"Byron, Ada" <ada@example.com>` too. */
export const addressesIn = (typed: string): string[] =>
  typed
    .replaceAll(/(?:"[^"\n]*"|[^<>,;\n])*<([^<>\n]*)>/g, ',$1,')
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter(Boolean)
