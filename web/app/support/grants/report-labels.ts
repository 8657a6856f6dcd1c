import type { Rail } from '#contract/awards/grants.ts'
import { railLabel } from '../labels.ts'

const inWords = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 2026-11: November 2026. */
export const monthLabel = (month: string): string => inWords.format(new Date(`${month}-01T00:00:00Z`))

export const chosenLabel = (rail: Rail | null): string => (rail ? railLabel(rail) : 'Not chosen yet')
