import { data, redirect } from 'react-router'
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
import type { ClaimNotice } from './copy.en-GB.ts'

/** A shareable gift, or a thrown page that says calmly why not. */
export async function loadShared(page: WebContext, shortcode: string): Promise<ShareableGift> {
  const answer = await callApi(page, getShareableGift, { params: { shortcode } })
  if (answer.ok) return answer.value.data
  if (answer.status === 404) throw data(null, { status: 404 })
  if (answer.status === 429) throw data(null, { status: 429, headers: { 'Retry-After': '60' } })
  throw data(null, { status: 503, headers: { 'Retry-After': '30' } })
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
  step: 'code' | 'claim'
  notice: ClaimNotice
  typed: string
}

interface Step {
  request: Request
  shortcode: string
  form: FormData
}

/** One form, one step: ask for a code, or claim with it. */
export async function takeClaimStep(page: WebContext, { request, shortcode, form }: Step) {
  const { step, address, code } = readForm(form, { step: choice('code', 'claim'), address: text, code: exactText })
  if (step === 'code') return sendClaimCode(page, shortcode, address)
  if (step === 'claim') return claim(page, { shortcode, asked: askedCode(request, shortcode), code })
  throw data(null, { status: 400 })
}

const CODE_NOTICES: Record<number, ClaimNotice> = {
  403: 'notAllowed',
  409: 'movedOn',
  422: 'wrongAddress',
  429: 'tooMany',
}

async function sendClaimCode(page: WebContext, shortcode: string, address: string) {
  const { claimMethod } = await loadShared(page, shortcode)
  const answer = await callApi(page, requestClaimCode, {
    params: { shortcode },
    body: claimMethod === 'email' ? { email: address } : { phone_number: address },
  })
  if (!answer.ok)
    return failure(
      { step: 'code', notice: CODE_NOTICES[answer.status] ?? 'unavailable', typed: address },
      answer.status,
    )
  return redirect(paths.sharedGift(shortcode), {
    status: 303,
    headers: cookie(page, shortcode, `${answer.value.data.claim} ${address}`, COOKIE_SECONDS),
  })
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
) {
  if (!asked) return failure({ step: 'code', notice: 'codeOver', typed: '' }, 409)
  const answer = await callApi(page, claimShareableGift, { params: { shortcode }, body: { claim: asked.claim, code } })
  if (!answer.ok)
    return failure({ step: 'claim', notice: CLAIM_NOTICES[answer.status] ?? 'unavailable', typed: '' }, answer.status)
  return redirect(paths.gift(answer.value.data.shortcode), { status: 303, headers: cookie(page, shortcode, '', 0) })
}

const cookie = (page: WebContext, shortcode: string, value: string, maxAgeSeconds: number) => ({
  'Set-Cookie': setCookie(cookieName(shortcode), value, { maxAgeSeconds, secure: page.session.secureCookies }),
})

const failure = (what: ClaimFailure, status: number) => data<ClaimFailure>(what, { status })
