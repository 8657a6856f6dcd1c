import type { Hono } from 'hono'
import { PICTURE_COPIES } from '#contract/core/picture-address.ts'
import { servePrinted } from '#server/domains/printables/index.ts'
import { serveLinkedFile } from '#server/domains/teams/sign-in/index.ts'
import { serveLook } from '#server/domains/themes/index.ts'
import { serveUpload } from '#server/domains/uploads/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { PictureCopies } from './picture-copies.ts'

/**
 * Files that browsers ask for by their address alone: uploaded pictures, those of brands and copies of our own, for recipients, their mail
 * programs and chats, and printed cards and files behind signed links.
 */
export function mountPictures(api: Hono, posy: Posy): void {
  const copies = new PictureCopies(posy.providers.files)
  api.get('/uploads/:name', (context) => serveUpload(posy, context.req.param('name'), context.req.raw.headers))
  api.get('/looks/:name', (context) => serveLook(posy, context.req.param('name'), context.req.raw.headers))
  api.get(`${PICTURE_COPIES}/*`, (context) => copies.serve(context.req.path, context.req.raw.headers))
  api.get('/files/own/:token', (context) => serveLinkedFile(posy, context.req.param('token')))
  api.get('/printed/:token', (context) => servePrinted(posy, context.req.param('token')))
}
