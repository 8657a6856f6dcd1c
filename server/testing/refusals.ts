import { expect } from 'vitest'

/** What another request is answered in the same way: of a refusal all but the id, which each request has of its own. */
export const sameAnswer = (body: object): object =>
  'requestId' in body ? { ...body, requestId: expect.any(String) } : body
