import type { Hono } from 'hono'
import { servePrinted } from '#server/domains/printables/index.ts'
import { serveLook } from '#server/domains/themes/index.ts'
import { serveUpload } from '#server/domains/uploads/index.ts'
import { answerProblem, internalError } from '#server/platform/http/answer.ts'
import type { Posy } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'

/**
 * Files that browsers ask for by their address alone: uploaded pictures and those of brands, for recipients, their mail programs and chats,
 * and printed cards behind signed links.
 */
export function mountPictures(api: Hono, posy: Posy): void {
  const answer = async (file: Promise<Response>): Promise<Response> => {
    try {
      return await file
    } catch (error) {
      if (error instanceof Problem) return answerProblem(error)
      posy.log.error({ err: error }, 'a file could not be served')
      return answerProblem(internalError('none'))
    }
  }
  api.get('/uploads/:name', (context) => answer(serveUpload(posy, context.req.param('name'), context.req.raw.headers)))
  api.get('/looks/:name', (context) => answer(serveLook(posy, context.req.param('name'), context.req.raw.headers)))
  api.get('/printed/:token', (context) => answer(servePrinted(posy, context.req.param('token'))))
}
