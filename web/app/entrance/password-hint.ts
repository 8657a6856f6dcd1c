/** What a new password has to be, said before it is typed. */
export const PASSWORD_HINT =
  'At least 12 characters, and not only your name or your company’s. Three unrelated words work well.'
