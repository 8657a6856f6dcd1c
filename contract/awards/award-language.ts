import { z } from 'zod'
import { type AwardLanguage, awardLanguages } from './languages.ts'

export const AwardLanguageName = z.enum(Object.keys(awardLanguages) as [AwardLanguage, ...AwardLanguage[]])
