import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type WebContext, webContext } from './context.ts'
import { buildsByFirstWord, firstWord } from './http/builds-by-first-word.ts'
import { answerRecipient } from './recipient/routes.tsx'
import { renderRefusal } from './render-refusal.tsx'
import { answerTill } from './till/routes.tsx'

/** A file that cannot be given has no page of its own: the router answers with a status alone, which a browser shows as nothing. */
const isEmptyRefusal = (request: Request, { status, body }: Response): boolean =>
  status >= 400 && body === null && (request.headers.get('accept') ?? '').includes('text/html')

/**
 * Made here and not by the server: the router's context keys are objects, and a handler from another copy of the
 * router would not find them.
 */
export function createPageHandler(build: ServerBuild, mode: 'production' | 'development') {
  const handleAny = createRequestHandler(build, mode)
  // Routes change under a development server; there the whole build answers for all.
  const builds = mode === 'production' ? [...buildsByFirstWord(build)] : []
  const handlers = new Map(builds.map(([word, narrow]) => [word, createRequestHandler(narrow, mode)]))
  return async (request: Request, page: WebContext): Promise<Response> => {
    const plainPage = answerRecipient(request, page) ?? answerTill(request, page)
    if (plainPage) return plainPage
    const context = new RouterContextProvider()
    context.set(webContext, page)
    const handle = handlers.get(firstWord(new URL(request.url).pathname)) ?? handleAny
    const response = await handle(request, context)
    return isEmptyRefusal(request, response) ? renderRefusal(request, response, page) : response
  }
}
