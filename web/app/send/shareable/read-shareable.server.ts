import { isPass } from '#client/result.ts'
import type { Order, OrderFields } from '#contract/orders.ts'
import { themeId as readThemeId } from '#contract/themes.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, failureOf, invalidForm } from '#web/ui/kit/failure.ts'
import { reasonsOf } from '../team-rules.server.ts'

const words = (text: FormDataEntryValue | null) =>
  String(text ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean)

/** Saves the form as an order, a new one without `id`. Everything that is wrong with it comes back beside its fields. */
export async function saveShareable(
  session: Session,
  { id, productId }: { id: string | null; productId: string },
  form: FormData,
): Promise<{ order: Order; failure?: never } | { failure: Failure; order?: never }> {
  const wrong = await missing(session, form)
  if (Object.keys(wrong).length) return { failure: invalidForm(wrong, form) }
  const fields = { ...fieldsOf(form, session), productId }
  const answer = id
    ? await session.api.updateOrder({ params: { id }, body: { entity: fields } })
    : await session.api.createOrder({ body: { type: 'superhuggg', ...fields } })
  if (isPass(answer)) return { order: answer.pass.data }
  const { fields: told, ...failure } = failureOf(answer.fail!, form)
  return { failure: { ...failure, fields: Object.fromEntries(Object.entries(told).map(asInForm)) } }
}

/** A path of the API by the name of the form's field. */
function asInForm([path, message]: [string, string]): [string, string] {
  const [first = '', second] = path.replace(/^entity\./, '').split('.')
  if (first === 'claimRestrictions') return ['only', message]
  return [first === 'hugggExpiryDate' ? 'expiry' : (second ?? first), message]
}

async function missing(session: Session, form: FormData): Promise<Record<string, string>> {
  const { limit, perPerson, fromName, reasonCode } = Object.fromEntries(form)
  const wrong: Record<string, string> = {}
  if (!isCount(limit)) wrong.limit = 'Give a number from 1 to 10,000'
  if (!isCount(perPerson)) wrong.perPerson = 'Give a number, 1 or more'
  else if (isCount(limit) && Number(perPerson) > Number(limit)) wrong.perPerson = 'At most as many as there are gifts'
  if (!String(fromName ?? '').trim()) wrong.fromName = 'Say who the gift is from'
  if (!reasonCode && (await reasonsOf(session)).reasonRequired) wrong.reasonCode = 'Your team requires a reason'
  return wrong
}

const isCount = (text: FormDataEntryValue | undefined) =>
  /^\d{1,5}$/.test(String(text)) && Number(text) >= 1 && Number(text) <= 10_000

function fieldsOf(form: FormData, session: Session): OrderFields {
  const read = (name: string) => String(form.get(name) ?? '').trim() || null
  const themeId = readThemeId().safeParse(form.get('themeId')).data
  const claimMethod = form.get('claimMethod') === 'sms' ? 'sms' : 'email'
  const only = words(form.get('only'))
  return {
    limit: Number(form.get('limit')),
    perPerson: Number(form.get('perPerson')),
    claimMethod,
    claimRestrictions: only.length
      ? claimMethod === 'sms'
        ? { numberPrefixes: only }
        : { emailEndings: only.map((ending) => (/^[@.]/.test(ending) ? ending : `@${ending}`)) }
      : null,
    hugggExpiryDate: read('expiry'),
    message: read('message'),
    fromName: read('fromName'),
    name: read('name'),
    purchaseOrderNumber: read('purchaseOrderNumber'),
    themeId: themeId && session.can('use-theme') ? themeId : 'default',
    ...(form.has('reasonCode') ? { reasonCode: read('reasonCode') } : {}),
  }
}
