import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/platform/database/database.ts'
import type { FailureBook } from './failures.ts'

export interface TilloAnswer {
  status: number
  body: { code: string; status: 'success' | 'error'; message: string; data: object | null }
}

const IssueBody = z.object({
  client_request_id: z.string().regex(/^[\w-]{5,50}$/),
  brand: z.string().regex(/^[a-z0-9-]{2,60}$/),
  face_value: z.object({ amount: z.number().positive(), currency: z.enum(['GBP', 'EUR']) }),
  delivery_method: z.enum(['code', 'url']),
  fulfilment_by: z.literal('partner'),
  sector: z.string().min(1),
})
export type IssueBody = z.infer<typeof IssueBody>

const wrong = (status: number, code: string, message: string): TilloAnswer => ({
  status,
  body: { code, status: 'error', message, data: null },
})
export const notAuthentic = wrong(404, '434', 'Authentication failed')

/** A request as it should be, or Tillo's refusal of it. */
export function readIssue(body: unknown): IssueBody | TilloAnswer {
  const parsed = IssueBody.safeParse(body)
  if (!parsed.success) return wrong(422, '433', 'There were errors validating the request')
  const pence = faceValuePence(parsed.data)
  if (!Number.isInteger(pence) || pence > 1_000_000) return wrong(400, '704', 'The requested face value is invalid')
  if (parsed.data.brand.startsWith('unknown-'))
    return wrong(400, '072', `The requested brand [${parsed.data.brand}] does not exist`)
  return parsed.data
}

const faceValuePence = ({ face_value: { amount } }: IssueBody) => Math.round(amount * 10_000) / 100

/** Issues a card, or answers as it did the first time: one card for one client_request_id, however often it comes. */
export function issueCard(db: Db, failures: FailureBook, request: IssueBody): Promise<TilloAnswer> {
  return db.transaction().execute(async (tx) => {
    const pence = faceValuePence(request)
    const { currency } = request.face_value
    const answer = cardFor(request, failures.float() - pence)
    const isNew = await tx
      .insertInto('sandbox_issued_voucher')
      .values({
        client_request_id: request.client_request_id,
        brand: request.brand,
        amount_pence: pence,
        currency,
        answer: JSON.stringify(answer),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('client_request_id')
      .executeTakeFirst()
    if (!isNew) {
      const before = tx.selectFrom('sandbox_issued_voucher').select('answer')
      const first = await before.where('client_request_id', '=', request.client_request_id).executeTakeFirstOrThrow()
      return first.answer as TilloAnswer
    }
    // Refused before anything is kept: the same reference may be tried again.
    if (failures.stockLevel(request.brand) <= 0) throw new Refused(wrong(400, '704', 'Denomination not available'))
    if (failures.float() < pence) throw new Refused(wrong(403, '610', 'Insufficient balance on account'))
    failures.spend(request.brand, pence)
    return answer
  })
}

/** Rolls the card back. */
export class Refused extends Error {
  readonly answer: TilloAnswer
  constructor(answer: TilloAnswer) {
    super(answer.body.code)
    this.answer = answer
  }
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

function cardFor({ brand, face_value, delivery_method }: IssueBody, floatPence: number): TilloAnswer {
  const code = digits(16)
  const isLink = delivery_method === 'url'
  const card = isLink
    ? { url: `https://sandbox.revealyourgift.com/${randomUUID()}`, code: null, pin: null, barcode: null }
    : { url: null, code, pin: digits(4), barcode: { type: 'code128', string: code, url: null } }
  return {
    status: 200,
    body: {
      code: '000',
      status: 'success',
      message: 'Card created successfully',
      data: {
        brand,
        face_value,
        reference: randomUUID(),
        expiration_date: '2032-12-31',
        float_balance: { currency: face_value.currency, amount: floatPence / 100 },
        ...card,
      },
    },
  }
}
