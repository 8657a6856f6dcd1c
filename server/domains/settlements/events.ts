/** Draws a statement's PDF and mails it to its merchant. */
export const MAIL_JOB = 'settlements.mail-statement'
