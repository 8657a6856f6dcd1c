/** DD-MM-YYYY, as it travels, to YYYY-MM-DD. */
export const toDayMonthYear = (dateOfBirth: string): string => dateOfBirth.split('-').reverse().join('-')
