import { type AwardLanguage, awardLanguages } from '#contract/awards/languages.ts'
import type { Asked } from '../route.ts'

/**
 * As was asked for, else as is kept of the person, else as the phone is set, else English. English that is kept is what a form says where no
 * one chose: it gives way to the phone.
 */
export function chooseLanguage(
  { request, url }: Pick<Asked, 'request' | 'url'>,
  sent: string | null,
  kept: AwardLanguage | null = null,
): AwardLanguage {
  const accepted = (request.headers.get('accept-language') ?? '').split(',').map((one) => one.trim().slice(0, 2))
  const known = kept === 'en' ? null : kept
  const wanted = [sent, url.searchParams.get('lang'), known, ...accepted.map((one) => one.toLowerCase())]
  return wanted.find(isAwardLanguage) ?? 'en'
}

export const isAwardLanguage = (one: string | null): one is AwardLanguage =>
  one !== null && Object.hasOwn(awardLanguages, one)
