/** Languages of the page that an award's person opens. Those that no one has reviewed are machine drafts: the console says so. */
export const awardLanguages = {
  en: { name: 'English', direction: 'ltr', isReviewed: true },
  cy: { name: 'Cymraeg', direction: 'ltr', isReviewed: false },
  pl: { name: 'Polski', direction: 'ltr', isReviewed: false },
  ro: { name: 'Română', direction: 'ltr', isReviewed: false },
  uk: { name: 'Українська', direction: 'ltr', isReviewed: false },
  ar: { name: 'العربية', direction: 'rtl', isReviewed: false },
  ur: { name: 'اردو', direction: 'rtl', isReviewed: false },
  bn: { name: 'বাংলা', direction: 'ltr', isReviewed: false },
} as const satisfies Record<string, { name: string; direction: 'ltr' | 'rtl'; isReviewed: boolean }>

export type AwardLanguage = keyof typeof awardLanguages
