import type { WebContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { downloadDay, showDay } from './day.tsx'
import { goTo, renderTill } from './frame.tsx'
import { showReceipt, undo } from './receipt.tsx'
import { look, redeem, showGift, showStart } from './redeem.tsx'
import { type Asked, isSignedIn, TillRefusal, tillCookie } from './session.ts'
import { showSignIn, signIn, signOut, WAS_SIGNED_OUT } from './sign-in.tsx'
import { tillSentence } from './till-sentence.ts'

interface TillRoute {
  /** Shows it, and changes nothing. */
  show(asked: Asked): Response | Promise<Response>
  submit?(asked: Asked, form: FormData): Promise<Response>
  /** Also before it is signed in. */
  open?: true
}

const toStart = () => goTo(paths.till)

/** The pages of a till without a program: plain functions from request to response, as those of recipients. */
export const tillRoutes: Readonly<Record<string, TillRoute>> = {
  '/till': { show: (asked) => showStart(asked), submit: look },
  '/till/gift': { show: showGift },
  '/till/redeem': { show: toStart, submit: redeem },
  '/till/receipts/:id': { show: (asked) => showReceipt(asked), submit: undo },
  '/till/day': { show: showDay },
  '/till/day.csv': { show: downloadDay },
  '/till/sign-in': { show: toStart, submit: signIn, open: true },
  '/till/sign-out': { show: toStart, submit: signOut },
  '/till/online': { show: () => new Response(null, { status: 204 }), open: true },
}

const patterns = Object.entries(tillRoutes).map(
  ([path, route]) => [new RegExp(`^${path.replace(':id', '([^/]+)').replace('.', '\\.')}/*$`, 'i'), route] as const,
)

/** Which of them an address is, and of what; null where it is none. */
export function findTillRoute(pathname: string): { route: TillRoute; id: string } | null {
  for (const [pattern, route] of patterns) {
    const match = pattern.exec(pathname)
    if (match) return { route, id: match[1] ?? '' }
  }
  return null
}

/** A till's page; null where the address is not one. */
export function answerTill(request: Request, page: WebContext): Promise<Response> | null {
  const url = new URL(request.url)
  const found = findTillRoute(url.pathname)
  return found && answer(found.route, { request, url, page, id: found.id })
}

async function answer(route: TillRoute, asked: Asked): Promise<Response> {
  const { request, page } = asked
  try {
    if (!route.open && !isSignedIn(asked)) return request.method === 'POST' ? toSignIn(asked) : showSignIn(asked)
    const response = await (request.method === 'POST' ? submit(route, asked) : route.show(asked))
    return request.method === 'HEAD' ? new Response(null, response) : response
  } catch (error) {
    if (error instanceof TillRefusal) return refuse(asked, error)
    // An id that no page of ours sends.
    if (!(error instanceof Error)) return apologise(asked, 404)
    if (!request.signal.aborted) page.reportError(error)
    return apologise(asked, 500)
  }
}

async function submit(route: TillRoute, asked: Asked): Promise<Response> {
  const form = await asked.request.formData().catch(() => null)
  if (!route.submit) return apologise(asked, 405)
  return form ? route.submit(asked, form) : apologise(asked, 404)
}

/** Whatever was pressed did not happen: the page says so, and not only that someone is to sign in. */
const toSignIn = (asked: Asked): Response => {
  const isPress = asked.request.method === 'POST'
  return showSignIn(asked, {
    problem: isPress ? `${WAS_SIGNED_OUT} Nothing was taken.` : WAS_SIGNED_OUT,
    status: isPress ? 401 : 200,
    headers: { 'Set-Cookie': tillCookie(asked.page, '') },
  })
}

function refuse(asked: Asked, { problem }: TillRefusal): Response {
  if (problem.status === 401) return toSignIn(asked)
  if (problem.status === 404 || problem.status === 422) return apologise(asked, 404)
  const headers: Record<string, string> = problem.status >= 500 || problem.status === 429 ? { 'Retry-After': '30' } : {}
  return renderTill(
    asked.page,
    { title: 'Not just now', till: null, status: problem.status, headers },
    <>
      <p role="alert">
        {problem.status >= 500 ? 'We cannot answer just now. Try again in a moment.' : tillSentence(problem)}
      </p>
      <p>
        <a className="button" href={asked.url.pathname}>
          Try again
        </a>
      </p>
    </>,
  )
}

const apologise = ({ page }: Asked, status: number): Response =>
  renderTill(
    page,
    { title: status === 500 ? 'Something went wrong' : 'Nothing here', till: null, status },
    <>
      <p>
        {status === 500
          ? 'Something went wrong on our side and we have been told. Check the day’s list before you try again.'
          : 'There is no such page or receipt at this shop. Nothing was taken.'}
      </p>
      <p>
        <a className="button" href={status === 500 ? paths.tillDay() : paths.till}>
          {status === 500 ? 'Day’s list' : 'Redeem a gift'}
        </a>
      </p>
    </>,
  )
