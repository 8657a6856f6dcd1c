/** Books the lines that were kept and not looked at yet. */
export const BOOK_LINES_JOB = 'bank.book-lines'
