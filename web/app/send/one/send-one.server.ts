import type { Purchase } from '#contract/orders/purchase.ts'
import { isPending } from '#contract/orders/transactions.ts'
import { id, number, readForm, text, ticked } from '#web/http/read-form.ts'
import { sentenceFor, sentenceForAddress } from '#web/messages.ts'
import type { Session } from '#web/session/session.ts'
import { capitalise } from '#web/ui/format.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { requireSender } from '../load-draft.server.ts'
import { purchaseFailure } from '../pay/buy.server.ts'
import { recentLabel } from '../recent-labels.ts'

/** Why the gift was not sent; `question` asks first where that address had a gift lately, or is the sender’s own. */
export type OneFailure = Failure & { question?: { title: string; text: string } }

/** Buys one gift for the address in the form. @returns that address, the order that waits, or why nothing was sent */
export async function sendOne(
  session: Session,
  form: FormData,
): Promise<{ sentTo: string } | { waitsAs: string } | OneFailure> {
  requireSender(session)
  const { email } = readForm(form, { email: text })
  if (!email) return invalidForm({ email: 'Who is it for?' }, form)
  const { product, name, message, reasonCode, over18 } = readForm(form, {
    product: id,
    name: text,
    message: text,
    reasonCode: text,
    over18: ticked,
  })
  const purchase: Purchase = {
    type: 'huggg',
    reference: product,
    deliveryMethod: 'email',
    receivers: [{ email, name: name || undefined }],
    message: message || undefined,
    reasonCode: reasonCode || undefined,
    ...(over18 && { over18 }),
  }
  return (await objection(session, purchase, form)) ?? (await buyOne(session, purchase, form)) ?? { sentTo: email }
}

/** What stands against it, by the rules of the purchase; and a question, once, where it may be a gift given twice. */
async function objection(session: Session, purchase: Purchase, form: FormData): Promise<OneFailure | null> {
  const checked = await session.api.quotePurchase({ body: { purchase } })
  if (!checked.ok) return toFormFailure(checked.problem, form, fieldNames)
  const { problems, warnings, recent } = checked.value.data
  if (problems.length) {
    const fields: Record<string, string> = {}
    for (const problem of problems) fields[fieldForPath(problem.path)] ??= `${capitalise(sentenceFor(problem))}.`
    return invalidForm(fields, form)
  }
  const [latest] = recent
  const { email } = purchase.receivers![0]!
  // There is no other way to send on this page: what no email reaches is not bought.
  const unreached = warnings.find(({ code }) => code === 'blocked')
  if (unreached) return invalidForm({ email: `${sentenceForAddress(email!, unreached)}. Give another address.` }, form)
  const isOwn = email?.toLowerCase() === session.user?.email.toLowerCase()
  if (!(latest || isOwn) || readForm(form, { again: text }).again === email) return null
  const question = isOwn
    ? { title: 'This is your own address', text: 'The gift would be for yourself.' }
    : { title: 'They had a gift from your team in the last 30 days', text: `${email} ${recentLabel(latest!)}.` }
  return { ...invalidForm({}, form), question }
}

const fieldNames = { 'purchase.receivers.0.email': 'email', 'purchase.receivers.0.name': 'name' }
const fieldForPath = (path: string): string =>
  path.includes('receivers')
    ? path.endsWith('name')
      ? 'name'
      : 'email'
    : (['message', 'reasonCode', 'over18'].find((name) => path.endsWith(name)) ?? path)

async function buyOne(
  session: Session,
  purchase: Purchase,
  form: FormData,
): Promise<{ waitsAs: string } | OneFailure | null> {
  const { wallet, total, attempt } = readForm(form, { wallet: id, total: number, attempt: id })
  const bought = await session.api.createTransaction(
    { body: { purchase, payment: { method: 'walletCommitment', reference: wallet }, quotedTotal: total } },
    { idempotencyKey: `one-${attempt}` },
  )
  if (bought.ok) return isPending(bought.value.data) ? { waitsAs: bought.value.data.orderId } : null
  return {
    ...toFormFailure(bought.problem, form),
    fields: {},
    ...purchaseFailure(bought.problem, 'No money has moved and nothing was sent.'),
  }
}
