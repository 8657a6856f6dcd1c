/** A page as it is sent. As bytes: a text would first be looked through for halves of letters, and is longer turned into some. */
export const htmlResponse = (html: string, init: ResponseInit): Response =>
  new Response(Buffer.from(`<!DOCTYPE html>${html}`), init)
