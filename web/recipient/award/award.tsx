import { cannotUseReasons } from '#contract/awards/cannot-use.ts'
import type { AwardLanguage } from '#contract/awards/languages.ts'
import { lookAtAward, openAward, type PersonAward, refuseAward, takeAward } from '#contract/awards/person-page.ts'
import type { CallResult } from '#contract/core/invoke.ts'
import { awardRailNames } from '#contract/core/rails.ts'
import { callApi, toError } from '#web/api.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import type { Asked, RecipientRoute } from '../route.ts'
import { AwardPage, Message, type Trouble } from './award-page.tsx'
import { chooseLanguage } from './choose-language.ts'
import { renderAwardPage } from './frame.tsx'
import { type DateProblem, dateParts, readBirthDate, type TypedDate } from './read-birth-date.ts'
import { speak } from './words/index.ts'

/** The page that an award's person opens. Its forms answer with the page itself: what was opened is handed on in them, and kept nowhere. */
export const award: RecipientRoute = {
  apologise: (asked, status) => fail(asked, chooseLanguage(asked, null), status),
  show: (asked) => look(asked, { choose: languageChooser(asked, null) }),
  submit: async (asked, form) => {
    const { lang, ...sent } = readForm(form, {
      ...{ lang: text, step: choice('look', 'open', 'take', 'cannot-use'), proof: text, rail: text, shop: text },
      ...{ reason: text, day: text, month: text, year: text },
    })
    return step(asked, { ...sent, step: sent.step ?? 'look' }, languageChooser(asked, lang))
  },
}

interface Sent extends TypedDate {
  step: 'look' | 'open' | 'take' | 'cannot-use'
  proof: string
  rail: string
  shop: string
  reason: string
}

/** By the language that is kept of the person, once that is known. */
type ChooseLanguage = (kept: AwardLanguage | null) => AwardLanguage

const languageChooser =
  (asked: Asked, sent: string | null): ChooseLanguage =>
  (kept) =>
    chooseLanguage(asked, sent, kept)

const all: readonly DateProblem[] = dateParts

async function step(asked: Asked, sent: Sent, choose: ChooseLanguage): Promise<Response> {
  const { page, code } = asked
  const [params, proof] = [{ code }, sent.proof]
  const { invoke } = page
  const rail = awardRailNames.find((one) => one === sent.rail)
  const reason = cannotUseReasons.find((one) => one === sent.reason)
  if (sent.step === 'open') {
    const read = dateParts.some((part) => sent[part]) ? readBirthDate(sent, new Date()) : null
    if (read && 'problems' in read) return look(asked, { choose, trouble: { about: 'date', ...read, typed: sent } })
    const body = read ? { dateOfBirth: read.date } : {}
    return show(asked, choose, await invoke(openAward, { params, body }), sent)
  }
  if (sent.step === 'take') {
    if (!rail) return look(asked, { choose, proof, trouble: { about: 'no-way' } })
    const body = { proof: proof || 'none', rail, ...(rail === 'voucher' && sent.shop ? { shop: sent.shop } : {}) }
    return show(asked, choose, await invoke(takeAward, { params, body }), sent)
  }
  if (sent.step === 'cannot-use' && reason)
    return show(asked, choose, await invoke(refuseAward, { params, body: { proof: proof || 'none', reason } }), sent)
  return look(asked, { choose, proof })
}

/** What a step has led to: the page, or the page as it was with why it did not. */
async function show(
  asked: Asked,
  choose: ChooseLanguage,
  result: CallResult<{ data: PersonAward }>,
  sent: Sent,
): Promise<Response> {
  if (result.ok) return draw(asked, choose, result.value.data, null)
  const { status, details } = result.problem
  if (status === 404 || status === 429) return fail(asked, choose(null), status)
  if (status === 422 && sent.step === 'open') {
    const isMissing = details.some(({ code }) => code === 'required')
    const trouble: Trouble = isMissing ? { about: 'date', problems: all, typed: sent } : { about: 'birth-date' }
    return look(asked, { choose, trouble })
  }
  if (status >= 500 && sent.step !== 'take') return fail(asked, choose(null), 503)
  if (status >= 500 && result.problem.code !== 'unavailable') asked.page.reportError(toError(result.problem))
  return look(asked, { choose, proof: sent.proof, trouble: status >= 500 || status === 403 ? { about: 'way' } : null })
}

interface Looked {
  choose: ChooseLanguage
  proof?: string
  trouble?: Trouble | null
}

async function look(asked: Asked, { choose, proof, trouble = null }: Looked): Promise<Response> {
  const { page, code } = asked
  const result = await callApi(page, lookAtAward, { params: { code }, body: proof ? { proof } : {} })
  if (result.ok) return draw(asked, choose, result.value.data, trouble)
  const { status } = result.problem
  return fail(asked, choose(null), status === 429 || status >= 500 ? status : 404)
}

/** Where what a step met can be said. */
const toldIn: Record<Trouble['about'], PersonAward['state']> = {
  ...{ 'birth-date': 'closed', date: 'closed', way: 'choose', 'no-way': 'choose' },
}

function draw({ page, code }: Asked, choose: ChooseLanguage, award: PersonAward, met: Trouble | null): Response {
  const language = choose(award.language)
  const say = speak(language)
  const action = paths.personAward(code)
  const trouble = met && toldIn[met.about] === award.state ? met : null
  const frame = { language, say, action, proof: award.proof, status: trouble ? 422 : 200 }
  const content = <AwardPage award={award} say={say} action={action} language={language} trouble={trouble} />
  return renderAwardPage(page, frame, content)
}

function fail({ page, code }: Asked, language: AwardLanguage, status: number): Response {
  const say = speak(language)
  const word = status < 429 ? 'unknown' : status === 429 ? 'busy' : 'trouble'
  const frame = { language, say, action: paths.personAward(code), proof: null, status }
  return renderAwardPage(page, frame, <Message say={say} word={word} />)
}
