/** What tells rows of one name apart, for who hears their links alone: “, 2 of 3”. */
export function tellApart<T>(rows: readonly T[], name: (row: T) => string): (row: T) => string {
  const alike = new Map<string, T[]>()
  for (const row of rows) alike.set(name(row), [...(alike.get(name(row)) ?? []), row])
  return (row) => {
    const those = alike.get(name(row)) ?? []
    return those.length > 1 ? `, ${those.indexOf(row) + 1} of ${those.length}` : ''
  }
}
