import {
  claimShareableGift,
  getShareableGift,
  requestClaimCode,
  type ShareableGift,
} from '#contract/superhugggs/super-hugggs.ts'
import { callApi } from '#web/api.ts'
import type { WebContext } from '#web/context.ts'
import { readCookies, setCookie } from '#web/http/cookies.ts'
import { choice, exactText, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { goTo } from '../page.tsx'
import { type Asked, PageRefusal, refusePage } from '../route.ts'
import type { ClaimNotice } from './copy.en-GB.ts'

export async function loadShared(page: WebContext, shortcode: string): Promise<ShareableGift> {
  const answer = await callApi(page, getShareableGift, { params: { shortcode } })
  if (!answer.ok) throw refusePage(answer.problem)
  return answer.value.data
}

/** The browser that asks for a code keeps what the code works together with, and where it was sent. */
export interface AskedCode {
  claim: string
  sentTo: string
}

const COOKIE_SECONDS = 600
const cookieName = (shortcode: string) => `claim_${shortcode}`

/** The code this browser asked for at a link, or null. */
export function askedCode(request: Request, shortcode: string): AskedCode | null {
  const value = readCookies(request.headers.get('cookie')).get(cookieName(shortcode)) ?? ''
  const space = value.indexOf(' ')
  return space > 0 ? { claim: value.slice(0, space), sentTo: value.slice(space + 1) } : null
}

export interface ClaimFailure {
  status: number
  step: 'code' | 'claim'
  notice: ClaimNotice
  typed: string
}

/** One form, one step: ask for a code, or claim with it. */
export async function takeClaimStep(
  { request, page, code: shortcode }: Asked,
  form: FormData,
): Promise<Response | ClaimFailure> {
  const { step, address, code } = readForm(form, { step: choice('code', 'claim'), address: text, code: exactText })
  if (step === 'code') return sendClaimCode(page, shortcode, address)
  if (step === 'claim') return claim(page, { shortcode, asked: askedCode(request, shortcode), code })
  throw new PageRefusal(400)
}

const CODE_NOTICES: Record<number, ClaimNotice> = {
  403: 'notAllowed',
  409: 'movedOn',
  422: 'wrongAddress',
  429: 'tooMany',
}

async function sendClaimCode(page: WebContext, shortcode: string, address: string): Promise<Response | ClaimFailure> {
  const { claimMethod } = await loadShared(page, shortcode)
  const answer = await callApi(page, requestClaimCode, {
    params: { shortcode },
    body: claimMethod === 'email' ? { email: address } : { phone_number: address },
  })
  if (!answer.ok) {
    const { status } = answer.problem
    return { status, step: 'code', notice: CODE_NOTICES[status] ?? 'unavailable', typed: address }
  }
  const asked = `${answer.value.data.claim} ${address}`
  return goTo(paths.sharedGift(shortcode), cookie(page, shortcode, asked, COOKIE_SECONDS))
}

const CLAIM_NOTICES: Record<number, ClaimNotice> = {
  403: 'notAllowed',
  409: 'codeOver',
  422: 'wrongCode',
  429: 'tooMany',
}

async function claim(
  page: WebContext,
  { shortcode, asked, code }: { shortcode: string; asked: AskedCode | null; code: string },
): Promise<Response | ClaimFailure> {
  if (!asked) return { status: 409, step: 'code', notice: 'codeOver', typed: '' }
  const answer = await callApi(page, claimShareableGift, { params: { shortcode }, body: { claim: asked.claim, code } })
  if (!answer.ok) {
    const { status } = answer.problem
    return { status, step: 'claim', notice: CLAIM_NOTICES[status] ?? 'unavailable', typed: '' }
  }
  const { shortcode: theirs, again } = answer.value.data
  const address = again ? `${paths.gift(theirs)}?just=claimed-before` : paths.gift(theirs)
  return goTo(address, cookie(page, shortcode, '', 0))
}

const cookie = (page: WebContext, shortcode: string, value: string, maxAgeSeconds: number) => ({
  'Set-Cookie': setCookie(cookieName(shortcode), value, { maxAgeSeconds, secure: page.session.secureCookies }),
})
