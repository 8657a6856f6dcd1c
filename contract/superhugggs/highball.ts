import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data } from '../core/shapes.ts'
import { shortcode } from '../hugggs/recipient.ts'

/** What a chat or a search engine is told of a gift's page: who it is from and its wrapping, never what is inside. */
export const HighballMeta = z.object({
  shortcode: z.string(),
  url: z.string(),
  siteName: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.object({ url: z.string(), width: z.int(), height: z.int(), alt: z.string() }),
  /** A gift's page is for one person: it is never to be indexed. */
  robots: z.literal('noindex'),
})
export type HighballMeta = z.infer<typeof HighballMeta>

export const findHighballMeta = endpoint({
  id: 'findHighballMeta',
  method: 'POST',
  path: '/v3/highball/meta/searches',
  tag: 'Recipient',
  access: 'identity',
  scope: 'read',
  summary:
    'What a link’s preview says, for gifts and shareable gifts by the codes in their links. Unknown codes are left out.',
  body: z.object({ filter: z.object({ shortcode: z.array(shortcode).min(1).max(50) }) }),
  response: data(z.array(HighballMeta)),
})

export const highballEndpoints = { findHighballMeta }
