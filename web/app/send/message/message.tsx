import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { Order, OrderFields } from '#contract/orders/orders.ts'
import { MOST_TAGS } from '#contract/orders/purchase.ts'
import { themeId as readThemeId } from '#contract/themes/themes.ts'
import { exactText, id, ifSent, choice as oneOf, readForm, textOrNull } from '#web/http/read-form.ts'
import { eachTag, tagsIn } from '#web/http/read-tags.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { keepPage } from '#web/ui/wizard/keep-page.ts'
import { loadChoice, readChoice } from '../choice/choice.server.ts'
import { defaultSenderName, loadGiftOrder } from '../load-draft.server.ts'
import { takeCover } from '../take-cover.server.ts'
import { loadReasonCodes, loadUsedTags } from '../team-rules.server.ts'
import { defaultTheme, ownThemes, themeToSend } from '../themes.server.ts'
import { loadDesigns } from './load-designs.server.ts'
import { MessageForm } from './message-form.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const [order, reasons, themes, usedTags] = await Promise.all([
    loadGiftOrder(session, params.id),
    loadReasonCodes(session),
    ownThemes(session),
    loadUsedTags(session),
  ])
  const usable = themes.filter(({ canApply }) => canApply)
  return {
    ...reasons,
    usedTags,
    themes: usable,
    defaultThemeId: defaultTheme(themes)?.id ?? null,
    senderName: defaultSenderName(session),
    designs: await loadDesigns(session, order),
    choice: await loadChoice(session, order.productId, order),
  }
}

/** The order's fields as the form has them; an empty one clears its field. */
function messageOrderFields(form: FormData, session: Session, { tags }: Order): OrderFields {
  const { design, ...typed } = readForm(form, {
    message: textOrNull,
    fromName: textOrNull,
    name: textOrNull,
    purchaseOrderNumber: textOrNull,
    themeId: exactText,
    reasonCode: ifSent(textOrNull),
    tags: ifSent(tagsIn(tags)),
    design: ifSent(id),
  })
  const themeId = readThemeId().safeParse(typed.themeId).data
  return { ...typed, printableTemplateId: design, themeId: themeToSend(session, themeId) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const order = await loadGiftOrder(session, params.id)
  const form = await request.formData()
  const { intent } = readForm(form, { intent: oneOf('autosave', 'test') })
  const isDone = intent === null
  const entity = messageOrderFields(form, session, order)
  if (isDone) {
    const problem = await missing(session, form, entity)
    if (problem) return data({ failure: problem, saved: false, testSentTo: null }, { status: 422 })
  }
  const isAutosave = intent === 'autosave'
  const picture = isAutosave ? {} : await takeCover(session, form)
  if ('refused' in picture) return data({ failure: picture.refused, saved: false, testSentTo: null }, { status: 422 })
  const choice = await readChoice(session, { productId: order.productId, draft: order, isAutosave }, form)
  if ('refused' in choice) return data({ failure: choice.refused, saved: false, testSentTo: null }, { status: 422 })
  const saved = await session.api.updateOrder({
    params: { id: order.id },
    body: { entity: { ...entity, ...picture, ...choice.entity } },
  })
  if (!saved.ok) {
    const failure: Failure = toFormFailure(saved.problem, form, { ...fieldNames, ...choice.fieldNames })
    return data({ failure, saved: false, testSentTo: null }, { status: isAutosave ? 200 : failure.status })
  }
  if (intent === 'test') return sendTest(session, order.id, form)
  return isDone
    ? redirect(paths.draftStep(order.id, 'schedule'), 303)
    : { failure: null, saved: true, testSentTo: null }
}

/** The draft as it was just saved, mailed to whom writes it. */
async function sendTest(session: Session, id: string, form: FormData) {
  const sent = await session.api.sendOrderTestEmail({ params: { id }, body: {} })
  if (sent.ok) return { failure: null, saved: true, testSentTo: sent.value.data.sentTo }
  const failure: Failure = toFormFailure(sent.problem, form)
  return data({ failure, saved: true, testSentTo: null }, { status: failure.status })
}

/** The order's fields by the names that the form has for them. */
const fieldNames = {
  ...Object.fromEntries(
    ['message', 'fromName', 'name', 'purchaseOrderNumber', 'themeId', 'reasonCode'].map((name) => [
      `entity.${name}`,
      name,
    ]),
  ),
  'entity.coverImage': 'cover',
  ...eachTag(MOST_TAGS, 'entity.'),
}

async function missing(session: Session, form: FormData, { fromName, reasonCode }: OrderFields) {
  const fields: Record<string, string> = {}
  if (!fromName) fields.fromName = 'Say who the gift is from'
  if (!reasonCode && (await loadReasonCodes(session)).reasonRequired) fields.reasonCode = 'Your team wants a reason'
  return Object.keys(fields).length ? invalidForm(fields, form) : null
}

/** A draft that could not be saved meanwhile is saved with the next pause, or the next step. */
export async function clientAction(args: ClientActionFunctionArgs) {
  const isAutosave = (await args.request.clone().formData()).get('intent') === 'autosave'
  return isAutosave ? keepPage<null>(args) : args.serverAction<typeof action>()
}

export default function MessageStep() {
  const { reasonCodes, reasonRequired, usedTags, themes, defaultThemeId, senderName, designs, choice } =
    useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return (
    <MessageForm
      failure={sent?.failure}
      testSentTo={sent?.testSentTo ?? null}
      reasonCodes={reasonCodes}
      reasonRequired={reasonRequired}
      usedTags={usedTags}
      themes={themes}
      defaultThemeId={defaultThemeId}
      senderName={senderName}
      designs={designs}
      choice={choice}
    />
  )
}
