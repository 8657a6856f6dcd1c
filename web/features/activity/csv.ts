/** One line of a CSV file. What a spreadsheet would take for a formula is kept as text. */
export const csvLine = (cells: readonly (string | null | undefined)[]): string => cells.map(csvCell).join(',')

function csvCell(value: string | null | undefined): string {
  const text = value ?? ''
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
