/** Whether text begins as something a spreadsheet would calculate, also in full-width characters, or after blanks that it drops. */
export const looksLikeFormula = (text: string): boolean =>
  /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|%])/.test(text)
