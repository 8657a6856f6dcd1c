/** Draws a statement's PDF and mails it to its merchant. */
export const MAIL_JOB = 'settlements.mail-statement'
/** Draws a merchant's statements up to a day. */
export const DRAW_JOB = 'settlements.draw'
