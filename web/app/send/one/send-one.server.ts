import { isPass } from '#client/result.ts'
import { isPending, type Purchase } from '#contract/transactions.ts'
import { idOf } from '#web/http/id-of.ts'
import { sentenceFor } from '#web/messages.ts'
import { answered } from '#web/session/answered.ts'
import type { Session } from '#web/session/session.ts'
import { capitalise } from '#web/ui/format.ts'
import { type Failure, failureOf, invalidForm } from '#web/ui/kit/failure.ts'
import { requireSender } from '../load-draft.server.ts'
import { purchaseFailure } from '../pay/buy.server.ts'
import { recentWords } from '../recent-words.ts'

/** Why the gift was not sent; `recent` asks first where that address had a gift lately. */
export type OneFailure = Failure & { recent?: string }

const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/** Buys one gift for the address in the form. @returns that address, the order that waits, or why nothing was sent */
export async function sendOne(
  session: Session,
  form: FormData,
): Promise<{ sentTo: string } | { waitsAs: string } | OneFailure> {
  requireSender(session)
  const email = textIn(form, 'email')
  if (!email) return invalidForm({ email: 'Who is it for?' }, form)
  const purchase: Purchase = {
    type: 'huggg',
    reference: idOf(String(form.get('product'))),
    deliveryMethod: 'email',
    receivers: [{ email }],
    message: textIn(form, 'message') || undefined,
    reasonCode: textIn(form, 'reasonCode') || undefined,
    ...(form.has('over18') && { over18: true }),
  }
  return (await objection(session, purchase, form)) ?? (await buyOne(session, purchase, form)) ?? { sentTo: email }
}

/** What stands against it, by the rules of the purchase; and a question, once, where it may be a gift given twice. */
async function objection(session: Session, purchase: Purchase, form: FormData): Promise<OneFailure | null> {
  const checked = await answered(() => session.api.quotePurchase({ body: { purchase } }))
  if (!isPass(checked)) return failureOf((checked as { fail: Parameters<typeof failureOf>[0] }).fail, form, fieldNames)
  const { problems, recent } = checked.pass.data
  if (problems.length) {
    const fields: Record<string, string> = {}
    for (const problem of problems) fields[fieldOf(problem.path)] ??= `${capitalise(sentenceFor(problem))}.`
    return invalidForm(fields, form)
  }
  const [latest] = recent
  const { email } = purchase.receivers![0]!
  if (!latest || form.get('again') === email) return null
  return { ...invalidForm({}, form), recent: `${email} ${recentWords(latest)}.` }
}

const fieldNames = { 'purchase.receivers.0.email': 'email' }
const fieldOf = (path: string): string =>
  path.includes('receivers')
    ? 'email'
    : (['message', 'reasonCode', 'over18'].find((name) => path.endsWith(name)) ?? path)

async function buyOne(
  session: Session,
  purchase: Purchase,
  form: FormData,
): Promise<{ waitsAs: string } | OneFailure | null> {
  const bought = await answered(() =>
    session.api.createTransaction(
      {
        body: {
          purchase,
          payment: { method: 'walletCommitment', reference: idOf(String(form.get('wallet'))) },
          quotedTotal: Number(form.get('total')),
        },
      },
      { idempotencyKey: `one-${idOf(String(form.get('attempt')))}` },
    ),
  )
  if (isPass(bought)) return isPending(bought.pass.data) ? { waitsAs: bought.pass.data.orderId } : null
  const { fail } = bought as { fail: Parameters<typeof failureOf>[0] }
  return { ...failureOf(fail, form), fields: {}, ...purchaseFailure(fail, 'No money has moved and nothing was sent.') }
}
