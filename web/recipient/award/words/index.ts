import type { AwardLanguage } from '#contract/awards/languages.ts'
import { ar } from './ar.ts'
import { bn } from './bn.ts'
import { cy } from './cy.ts'
import { type AwardWord, type AwardWords, en } from './en.ts'
import { pl } from './pl.ts'
import { ro } from './ro.ts'
import { uk } from './uk.ts'
import { ur } from './ur.ts'

export const awardWords: Record<AwardLanguage, AwardWords> = { en, cy, pl, ro, uk, ar, ur, bn }

/** One of the page's sentences with what stands in braces filled in. */
export type Say = (word: AwardWord, values?: Readonly<Record<string, string>>) => string

/** Marks around what comes from elsewhere, so that it reads its own way within a sentence of another direction. */
const [ISOLATE, POP] = ['\u2068', '\u2069']

export const speak =
  (language: AwardLanguage): Say =>
  (word, values = {}) =>
    awardWords[language][word].replace(/\{(\w+)\}/g, (_, name: string) => `${ISOLATE}${values[name] ?? ''}${POP}`)
