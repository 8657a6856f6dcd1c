import { expect, test } from 'vitest'
import { type AwardLanguage, awardLanguages } from '#contract/awards/languages.ts'
import { measureText } from '#kit/text-segments.ts'
import { awardLetter, awardText } from './award.ts'
import { awardWords } from './award-words.ts'

const languages = Object.keys(awardLanguages) as AwardLanguage[]
const team = 'Northdale Council'
const publicUrl = 'https://support.northdale.gov.uk'
const path = '/a/abc123def456'
const text = (language: AwardLanguage) =>
  awardText({ team, language, path, publicUrl, stopUrl: `${publicUrl}/t/abcd1234`, canReply: true })
const letter = (language: AwardLanguage) => awardLetter({ team, language, path }, publicUrl)

test.each(languages)(
  'a text of an award in %s has its link and how to stop, costs three segments at most, and has no word of gifts',
  (language) => {
    const said = text(language)
    expect(said).toContain(team)
    expect(said).toMatch(new RegExp(`${publicUrl}${path}\\s`))
    expect(said.endsWith(`${publicUrl}/t/abcd1234?lang=${language}`)).toBe(true)
    expect(said).toContain('STOP')
    expect(said).not.toMatch(/gift|undefined/i)
    const { encoding, segments } = measureText(said)
    expect(segments).toBeLessThanOrEqual(3)
    expect([language, encoding]).toEqual([language, /^(uk|ar|ur|bn)$/.test(language) ? 'UCS-2' : 'GSM-7'])
  },
)

test.each(languages)(
  'an email of an award in %s is whole in it, from its side, and its foot speaks of support, not of gifts',
  (language) => {
    const { subject, html, text: plain } = letter(language)
    expect(html).toContain(`dir="${awardLanguages[language].direction}"`)
    expect(html).toContain(`<html lang="${language === 'en' ? 'en-GB' : language}"`)
    const words = awardWords[language]
    for (const said of [words.heading, words.intro(team), words.action, words.why(team), words.sentWith(team)]) {
      expect(html).toContain(said)
      expect(plain).toContain(said)
    }
    expect(html).toContain(words.linkHint)
    expect(subject).toContain(team)
    expect(`${subject} ${html} ${plain}`).not.toMatch(/gift|thank you|undefined/i)
    if (language !== 'en') expect(`${html} ${plain}`).not.toContain(awardWords.en.safe)
  },
)
