import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import { webContext } from '#web/context.ts'
import { paths, withQuery } from '#web/paths.ts'
import { isFileAddress } from './is-file.ts'
import { Session } from './session.ts'
import { type StartUp, startUp } from './start-up.ts'

const sessionContext = createContext<Session>()
const startUpContext = createContext<StartUp>()

type Context = Readonly<RouterContextProvider>

/** Who asks for this page. */
export const getSession = (context: Context): Session => context.get(sessionContext)
export const getStartUp = (context: Context): StartUp => context.get(startUpContext)

/** What an operator looks at is not taken away as a file. */
function refuseFiles({ isVisit }: Session, request: Request): void {
  if (isVisit && isFileAddress(new URL(request.url).pathname)) throw new Response(null, { status: 403 })
}

/** Opens the session before any loader or action, and puts its cookies on whatever the answer is. */
export const openSession: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const session = new Session(context.get(webContext), request)
  context.set(sessionContext, session)
  context.set(startUpContext, await startUp(session))
  if (session.visitIsOver) {
    const over = redirect(paths.operator, 303)
    session.applyTo(over.headers)
    throw over
  }
  refuseFiles(session, request)
  const response = await next()
  session.applyTo(response.headers)
  return response
}

/** Only for who has signed in; everyone else is sent to do so, and then comes back. */
export const requireUser: MiddlewareFunction<Response> = async ({ context }) => {
  const session = getSession(context)
  if (session.user) return
  // They may well be signed in: no one types a password because our database is away.
  if (session.isUnanswered) throw new Response(null, { status: 503, headers: { 'Retry-After': '5' } })
  throw redirect(session.signInPath(), 303)
}

/** A person whose team asks for a second step sets one up first, and then continues. */
export const requireSecondStep: MiddlewareFunction<Response> = async ({ request, context }) => {
  if (!getSession(context).needsSecondStep) return
  const { pathname, search } = new URL(request.url)
  const next = request.method === 'GET' ? `${pathname}${search}` : null
  throw redirect(withQuery(paths.twoStep, { next }), 303)
}

/** Open to visitors, unless this installation requires authentication everywhere. */
export const requireUserEverywhere: MiddlewareFunction<Response> = async (args, next) => {
  if (args.context.get(webContext).session.authenticationEverywhere) await requireUser(args, next)
}
