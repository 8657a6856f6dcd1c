const LINE_ENDS = /[\u000b\u000c\u0085\u2028\u2029]/g
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/g

/** A list before it is taken apart: what ends a line within a cell is no end of a row yet. */
export const withoutControls = (text: string): string => text.replaceAll(CONTROLS, '')

/**
 * Text without the control characters that Word, PowerPoint and spreadsheets leave in what is copied: those that end a line
 * become one, the others (which no one typed and databases and mail refuse) go.
 */
export const cleanText = (text: string, lineEnd: '\n' | ' ' = '\n'): string =>
  withoutControls(text.replaceAll(LINE_ENDS, lineEnd))
