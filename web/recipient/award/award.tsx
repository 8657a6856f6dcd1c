import { type AwardLanguage, awardLanguages } from '#contract/awards/languages.ts'
import {
  cannotUseReasons,
  lookAtAward,
  openAward,
  type PersonAward,
  refuseAward,
  takeAward,
} from '#contract/awards/person-page.ts'
import { awardRailNames } from '#contract/core/rails.ts'
import { toError } from '#web/api.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import type { Asked, RecipientRoute } from '../route.ts'
import { AwardPage, Message, type Trouble } from './award-page.tsx'
import { renderAwardPage } from './frame.tsx'
import { speak } from './words/index.ts'

/** The page that an award's person opens. Its forms answer with the page itself: what was opened is handed on in them, and kept nowhere. */
export const award: RecipientRoute = {
  apologise: (asked, status) => fail(asked, chooseLanguage(asked, null), status),
  show: (asked) => look(asked, chooseLanguage(asked, null), undefined, null),
  submit: async (asked, form) => {
    const { lang, ...sent } = readForm(form, {
      ...{ lang: text, step: choice('look', 'open', 'take', 'cannot-use'), proof: text, rail: text, shop: text },
      ...{ reason: text, day: text, month: text, year: text },
    })
    return step(asked, { ...sent, step: sent.step ?? 'look' }, chooseLanguage(asked, lang))
  },
}

interface Sent {
  step: 'look' | 'open' | 'take' | 'cannot-use'
  proof: string
  rail: string
  shop: string
  reason: string
  day: string
  month: string
  year: string
}

/** As was asked for, else as the phone is set, else English. */
function chooseLanguage({ request, url }: Asked, sent: string | null): AwardLanguage {
  const accepted = (request.headers.get('accept-language') ?? '').split(',').map((one) => one.trim().slice(0, 2))
  const wanted = [sent, url.searchParams.get('lang'), ...accepted.map((one) => one.toLowerCase())]
  return wanted.find((one): one is AwardLanguage => one !== null && Object.hasOwn(awardLanguages, one)) ?? 'en'
}

async function step(asked: Asked, sent: Sent, language: AwardLanguage): Promise<Response> {
  const { page, code } = asked
  const [params, proof] = [{ code }, sent.proof]
  const { invoke } = page
  const rail = awardRailNames.find((one) => one === sent.rail)
  const reason = cannotUseReasons.find((one) => one === sent.reason)
  if (sent.step === 'open') {
    const dateOfBirth = readBirthDate(sent)
    return show(asked, language, await invoke(openAward, { params, body: dateOfBirth ? { dateOfBirth } : {} }), sent)
  }
  if (sent.step === 'take' && rail) {
    const body = { proof: proof || 'none', rail, ...(rail === 'voucher' && sent.shop ? { shop: sent.shop } : {}) }
    return show(asked, language, await invoke(takeAward, { params, body }), sent)
  }
  if (sent.step === 'cannot-use' && reason)
    return show(asked, language, await invoke(refuseAward, { params, body: { proof: proof || 'none', reason } }), sent)
  return look(asked, language, proof, null)
}

/** Typed as numbers, in any script's digits; undefined where it is no date. */
function readBirthDate({ day, month, year }: Sent): string | undefined {
  const [y, m, d] = [year, month, day].map((one) => one.normalize('NFKC').replace(/\p{Nd}/gu, toLatinDigit))
  const written = `${y}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}`
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return undefined
  const date = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined
}

/** The digits of a script stand in a row of ten. */
function toLatinDigit(digit: string): string {
  let zero = digit.codePointAt(0)!
  const point = zero
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(point - zero)
}

type Outcome = Awaited<ReturnType<Asked['page']['invoke']>>

/** What a step has led to: the page, or the page as it was with why it did not. */
async function show(asked: Asked, language: AwardLanguage, outcome: unknown, sent: Sent): Promise<Response> {
  const result = outcome as Outcome & { value?: { data: PersonAward } }
  if (result.ok) return draw(asked, language, (result.value as { data: PersonAward }).data, null)
  const { status } = result.problem
  if (status === 404 || status === 429) return fail(asked, language, status)
  if (status === 422 && sent.step === 'open') return look(asked, language, undefined, 'birth-date')
  if (status >= 500 && sent.step !== 'take') return fail(asked, language, 503)
  if (status >= 500 && result.problem.code !== 'unavailable') asked.page.reportError(toError(result.problem))
  return look(asked, language, sent.proof, status >= 500 || status === 403 ? 'way' : null)
}

async function look(
  asked: Asked,
  language: AwardLanguage,
  proof: string | undefined,
  trouble: Trouble | null,
): Promise<Response> {
  const { page, code } = asked
  const outcome = await page.invoke(lookAtAward, { params: { code }, body: proof ? { proof } : {} })
  if (outcome.ok) return draw(asked, language, outcome.value.data, trouble)
  const { status } = outcome.problem
  if (status >= 500) page.reportError(toError(outcome.problem))
  return fail(asked, language, status === 429 || status >= 500 ? status : 404)
}

function draw({ page, code }: Asked, language: AwardLanguage, award: PersonAward, trouble: Trouble | null): Response {
  const say = speak(language)
  const action = paths.personAward(code)
  const isTold = trouble !== null && (trouble !== 'way' || award.state === 'choose')
  const frame = { language, say, action, proof: award.proof, status: isTold ? 422 : 200 }
  const content = (
    <AwardPage award={award} say={say} action={action} language={language} trouble={isTold ? trouble : null} />
  )
  return renderAwardPage(page, frame, content)
}

function fail({ page, code }: Asked, language: AwardLanguage, status: number): Response {
  const say = speak(language)
  const word = status < 429 ? 'unknown' : status === 429 ? 'busy' : 'trouble'
  const frame = { language, say, action: paths.personAward(code), proof: null, status }
  return renderAwardPage(page, frame, <Message say={say} word={word} />)
}
