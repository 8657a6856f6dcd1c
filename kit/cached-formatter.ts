type Format = Intl.NumberFormat | Intl.DateTimeFormat

const made = new Map<string, Format>()

/** Formatters are dear to make: one of each kind, by a key of ours. */
export function cachedFormatter<F extends Format>(key: string, make: () => F): F {
  const kept = made.get(key) ?? make()
  made.set(key, kept)
  return kept as F
}
