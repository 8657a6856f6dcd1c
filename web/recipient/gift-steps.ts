import type { CallResult } from '#contract/core/invoke.ts'
import { type RefusalReason, refusalReasons } from '#contract/hugggs/code-refusals.ts'
import {
  chooseGift,
  claimGift,
  type Gift,
  getGift,
  openGift,
  reactToGift,
  refuseCode,
  revealGift,
} from '#contract/hugggs/recipient.ts'
import { callApi } from '#web/api.ts'
import type { WebContext } from '#web/context.ts'
import { choice, exactText, readForm, text, ticked } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import type { NoticeKey } from './copy.en-GB.ts'
import { goTo } from './page.tsx'
import { PageRefusal, refusePage } from './route.ts'

type Answer = CallResult<{ data: Gift }>

export async function loadGift(page: WebContext, shortcode: string): Promise<Gift> {
  const answer = await callApi(page, getGift, { params: { shortcode } })
  if (!answer.ok) throw refusePage(answer.problem)
  return answer.value.data
}

/** What a step that did not happen leaves on the page: a calm word, and what the person had typed. */
export interface StepFailure {
  status: number
  notice: NoticeKey
  step: string
  typed: { emoji: string; message: string; name: string; shop: string; words: string; reason: RefusalReason | null }
}

const refusal = { reason: choice(...refusalReasons), shop: text, words: text }
const reaction = { emoji: exactText, message: text, name: text }

/** One form, one step. Done: back to the page with GET, so that reloading repeats nothing. */
export async function takeStep(page: WebContext, shortcode: string, form: FormData): Promise<Response | StepFailure> {
  const { step } = readForm(form, { step: exactText })
  const params = { shortcode }
  const address = paths.gift(shortcode)
  switch (step) {
    case 'open':
      return after(await callApi(page, openGift, { params }), form, `${address}?just=opened`)
    case 'choose': {
      const { productId, leftOver } = readForm(form, { productId: exactText, leftOver: exactText })
      if (!productId) return failure('pick_one', 422, form)
      if (await isToBeAsked(page, shortcode, { productId, said: leftOver }))
        return goTo(`${address}?pick=${encodeURIComponent(productId)}`)
      return after(await callApi(page, chooseGift, { params, body: { productId } }), form, address)
    }
    case 'claim': {
      const { over18 } = readForm(form, { over18: ticked })
      return after(await callApi(page, claimGift, { params, body: over18 ? { over18 } : {} }), form, address)
    }
    case 'take':
      return takeGift(page, shortcode, form)
    case 'reveal':
      return after(await callApi(page, revealGift, { params }), form, address)
    case 'react': {
      const { emoji, message, name } = readForm(form, reaction)
      if (!emoji && !message) return failure('empty_reaction', 422, form)
      const body = { emoji: emoji || null, message: message || null, name: name || null }
      return after(await callApi(page, reactToGift, { params, body }), form, `${address}#thanks`)
    }
    case 'refuse': {
      const { reason, shop, words } = readForm(form, refusal)
      if (!reason || !shop) return failure('say_what', 422, form)
      const body = { reason, shop, words: words || null }
      return after(await callApi(page, refuseCode, { params, body }), form, `${address}#refused`)
    }
    default:
      throw new PageRefusal(400)
  }
}

/** Accepts it and shows its code, for those who stand at the till. Where no code is to be had yet, it is accepted all the same. */
async function takeGift(page: WebContext, shortcode: string, form: FormData): Promise<Response | StepFailure> {
  const { over18 } = readForm(form, { over18: ticked })
  const params = { shortcode }
  const accepted = await callApi(page, claimGift, { params, body: over18 ? { over18 } : {} })
  const answer = accepted.ok ? await callApi(page, revealGift, { params }) : accepted
  return after(answer, form, paths.gift(shortcode))
}

/** Whether choosing this leaves money over that its recipient has not been told of. */
async function isToBeAsked(page: WebContext, shortcode: string, pick: { productId: string; said: string }) {
  const { choices, choice } = await loadGift(page, shortcode)
  const option = choices.flatMap(({ options }) => options).find(({ productId }) => productId === pick.productId)
  if (!option || !choice) return false
  return String(choice.worthPence - option.pricePence) !== pick.said
}

function after(answer: Answer, form: FormData, address: string) {
  if (answer.ok) return goTo(address)
  const { status } = answer.problem
  if (status === 404) throw refusePage(answer.problem)
  return failure(noticeFor(status, readForm(form, { step: exactText }).step), status, form)
}

function noticeFor(status: number, step: string): NoticeKey {
  if (status === 409) return step === 'choose' ? 'gone' : 'moved_on'
  if (status === 429) return step === 'refuse' ? 'said_often' : 'busy'
  if (status === 400 || status === 422) return step === 'choose' ? 'pick_one' : 'invalid'
  return 'unavailable'
}

const failure = (notice: NoticeKey, status: number, form: FormData): StepFailure => ({
  ...{ status, notice },
  ...readForm(form, { step: exactText }),
  typed: readForm(form, { ...reaction, ...refusal }),
})
