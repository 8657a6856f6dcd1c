import type { Order, OrderFields, SuperhugggOrder } from '#contract/orders/orders.ts'
import { themeId as readThemeId } from '#contract/themes/themes.ts'
import { choice, exactText, ifSent, readForm, text, textOrNull } from '#web/http/read-form.ts'
import { tagsIn } from '#web/http/read-tags.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { readChoice } from '../choice/choice.server.ts'
import { takeCover } from '../take-cover.server.ts'
import { loadReasonCodes } from '../team-rules.server.ts'
import { themeToSend } from '../themes.server.ts'

const shareable = (tags: readonly string[] | undefined) => ({
  limit: exactText,
  perPerson: exactText,
  claimMethod: choice('email', 'sms'),
  only: text,
  expiry: textOrNull,
  message: textOrNull,
  fromName: textOrNull,
  name: textOrNull,
  purchaseOrderNumber: textOrNull,
  themeId: exactText,
  reasonCode: ifSent(textOrNull),
  tags: ifSent(tagsIn(tags)),
})
type Typed = ReturnType<typeof readForm<ReturnType<typeof shareable>>>

/** Saves the form as an order, a new one without a draft. Everything that is wrong with it comes back beside its fields. */
export async function saveShareable(
  session: Session,
  { draft, productId }: { draft: SuperhugggOrder | null; productId: string },
  form: FormData,
): Promise<{ order: Order; failure?: never } | { failure: Failure; order?: never }> {
  const typed = readForm(form, shareable(draft?.tags))
  const wrong = await missing(session, typed)
  if (Object.keys(wrong).length) return { failure: invalidForm(wrong, form) }
  const choice = await readChoice(session, { productId, draft }, form)
  if ('refused' in choice) return { failure: choice.refused }
  const picture = await takeCover(session, form)
  if ('refused' in picture) return { failure: picture.refused }
  const fields = { ...shareableOrderFields(typed, session), ...picture, ...choice.entity, productId }
  const answer = draft
    ? await session.api.updateOrder({ params: { id: draft.id }, body: { entity: fields } })
    : await session.api.createOrder({ body: { type: 'superhuggg', ...fields } })
  if (answer.ok) return { order: answer.value.data }
  const { fields: told, ...failure } = toFormFailure(answer.problem, form, withoutEntity(choice.fieldNames, draft))
  return { failure: { ...failure, fields: Object.fromEntries(Object.entries(told).map(asInForm)) } }
}

/** A new draft's fields have no name of the whole before theirs. */
const withoutEntity = (names: Record<string, string>, draft: SuperhugggOrder | null) =>
  draft ? names : Object.fromEntries(Object.entries(names).map(([path, name]) => [path.replace(/^entity\./, ''), name]))

/** A path of the API by the name of the form's field. */
function asInForm([path, message]: [string, string]): [string, string] {
  const [first = '', second] = path.replace(/^entity\./, '').split('.')
  if (first === 'claimRestrictions') return ['only', message]
  if (first === 'tags') return ['tags', message]
  return [first === 'hugggExpiryDate' ? 'expiry' : (second ?? first), message]
}

async function missing(
  session: Session,
  { limit, perPerson, fromName, reasonCode }: Typed,
): Promise<Record<string, string>> {
  const wrong: Record<string, string> = {}
  if (!isCount(limit)) wrong.limit = 'Give a number from 1 to 10,000'
  if (!isCount(perPerson)) wrong.perPerson = 'Give a number, 1 or more'
  else if (isCount(limit) && Number(perPerson) > Number(limit)) wrong.perPerson = 'At most as many as there are gifts'
  if (!fromName) wrong.fromName = 'Say who the gift is from'
  if (!reasonCode && (await loadReasonCodes(session)).reasonRequired) wrong.reasonCode = 'Your team requires a reason'
  return wrong
}

const isCount = (typed: string) => /^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 10_000

function shareableOrderFields({ limit, perPerson, expiry, ...typed }: Typed, session: Session): OrderFields {
  const themeId = readThemeId().safeParse(typed.themeId).data
  const claimMethod = typed.claimMethod ?? 'email'
  const only = typed.only.split(/[\s,;]+/).filter(Boolean)
  return {
    limit: Number(limit),
    perPerson: Number(perPerson),
    claimMethod,
    claimRestrictions: only.length
      ? claimMethod === 'sms'
        ? { numberPrefixes: only }
        : { emailEndings: only.map((ending) => (/^[@.]/.test(ending) ? ending : `@${ending}`)) }
      : null,
    hugggExpiryDate: expiry,
    message: typed.message,
    fromName: typed.fromName,
    name: typed.name,
    purchaseOrderNumber: typed.purchaseOrderNumber,
    themeId: themeToSend(session, themeId),
    reasonCode: typed.reasonCode,
    tags: typed.tags,
  }
}

/** Where a saved form leads: on to paying, or back to its preview. */
export function afterSaving(form: FormData, id: string): string {
  const { intent } = readForm(form, { intent: choice('look') })
  return intent === 'look' ? `${paths.draftStep(id, 'shareable')}#preview` : paths.draftStep(id, 'pay')
}
