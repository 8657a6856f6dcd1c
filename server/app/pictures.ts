import type { Hono } from 'hono'
import { PICTURE_COPIES } from '#contract/core/picture-address.ts'
import { servePrinted } from '#server/domains/printables/index.ts'
import { serveLook } from '#server/domains/themes/index.ts'
import { serveUpload } from '#server/domains/uploads/index.ts'
import { answerProblem, internalError } from '#server/platform/http/answer.ts'
import type { Posy } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { PictureCopies } from './picture-copies.ts'

/**
 * Files that browsers ask for by their address alone: uploaded pictures, those of brands and copies of our own, for recipients, their mail
 * programs and chats, and printed cards behind signed links.
 */
export function mountPictures(api: Hono, posy: Posy): void {
  const copies = new PictureCopies(posy.ports.files)
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
  api.get(`${PICTURE_COPIES}/*`, (context) => answer(copies.serve(context.req.path, context.req.raw.headers)))
  api.get('/printed/:token', (context) => answer(servePrinted(posy, context.req.param('token'))))
}
