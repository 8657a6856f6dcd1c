import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { Team } from '#contract/teams/teams.ts'
import { loadGiftRulesTeam } from '#web/app/catalogue/load-gift-rules.server.ts'
import { type WebContext, webContext } from '#web/context.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { dryRun, refusalSentences } from '#web/session/dry-run.server.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import type { ListOutcome } from '#web/ui/wizard/list-notices.tsx'
import { MORE_ROWS } from '#web/ui/wizard/rows.ts'
import { loadGiftOrder } from '../load-draft.server.ts'
import { deliveries, deliveryNamed, goesToPeople, type SendDelivery } from '../steps.ts'
import { type Checked, checkAndKeep, loadRecipients } from './check-recipients.server.ts'
import { groupOptions, keepAsGroup } from './groups.server.ts'
import { pastPurchases } from './past-people.server.ts'
import { recipients } from './recipient-rows.ts'
import { RecipientsForm } from './recipients-form.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const [order, team] = await Promise.all([loadGiftOrder(session, params.id), loadGiftRulesTeam(session)])
  const list = session.unwrap(await session.api.getRecipientList({ params: { id: order.id } })).data
  const page = context.get(webContext)
  const allowed = allowedDeliveries(session, team, page)
  const wanted = deliveryNamed(
    new URL(request.url).searchParams.get('by') ?? list?.deliveryMethod ?? order.deliveryMethod,
  )
  const method = wanted && allowed.includes(wanted) ? wanted : (allowed[0] ?? 'links')
  return {
    saved: await loadRecipients(session, order, { method, list }),
    purchases: goesToPeople(method) ? await pastPurchases(session, method) : [],
    groups: goesToPeople(method) ? await groupOptions(session, method) : [],
    allowed,
    // Without a provider of texts there is nothing that an admin could change.
    isNarrowed: deliveries.some(({ method: each }) => !allowed.includes(each) && (each !== 'sms' || page.sendsTexts)),
    sharesLinks:
      session.can('use-superhuggg') && (team?.effective.preferences.deliveryMethods?.includes('superhuggg') ?? true),
    domains: team?.effective.preferences.deliveryEmailDomains ?? [],
  }
}

/** What team, role and installation leave of the ways to send. */
function allowedDeliveries(session: Session, team: Team | null, { sendsTexts }: WebContext): SendDelivery[] {
  const ofTeam = team?.effective.preferences.deliveryMethods
  const isOpen = { email: session.can('send-email'), sms: sendsTexts && session.can('send-sms') }
  return deliveries
    .map(({ method }) => method)
    .filter((method) => (!ofTeam || ofTeam.includes(method)) && (!goesToPeople(method) || isOpen[method]))
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const order = await loadGiftOrder(session, params.id)
  const form = await request.formData()
  const { intent } = readForm(form, {
    intent: choice('clear', 'undo', 'switch', 'more', 'past', 'addGroup', 'keepGroup', 'next'),
  })
  const checked = await checkAndKeep(session, order, form)
  if (intent === 'clear') return answer({ ...checked, general: [] }, null)
  // Another way to send: whatever was typed comes along.
  if (intent === 'switch' || intent === 'undo' || intent === 'past' || intent === 'addGroup')
    return answer(checked, null)
  if (intent === 'keepGroup' && goesToPeople(checked.method)) {
    const wrong = new Set(checked.problems.map(({ row }) => row))
    const rows = recipients.kept(checked.rows.filter((_, index) => !wrong.has(index)))
    return answer({ ...checked, ...(await keepAsGroup(session, checked.method, { form, rows })) }, 'looked')
  }
  if (intent === 'more')
    return answer({ ...checked, rows: [...checked.rows, ...recipients.blankRows(MORE_ROWS)] }, null)
  if (intent !== 'next') return answer(checked, 'looked')
  if (checked.problems.length || checked.general.length) return answer(checked, 'refused')
  const { method } = checked
  const toPeople = goesToPeople(method)
  const receivers = recipients.kept(checked.rows).map(({ address, name, notes }) => ({
    ...(method === 'sms' ? { phoneNumber: address } : { email: address }),
    name: name || null,
    notes: notes || null,
  }))
  const { refused } = dryRun(
    session,
    await session.api.updateOrder({
      params: { id: order.id },
      body: {
        entity: {
          deliveryMethod: method,
          receivers: toPeople ? receivers : [],
          quantity: toPeople ? null : Number(checked.quantity),
        },
      },
    }),
  )
  if (refused) return answer({ ...checked, general: refusalSentences(refused) }, 'refused')
  return redirect(paths.draftStep(order.id, 'message'), 303)
}

/** The form as it was sent. The stamp tells one answer from the next, so that its fields are drawn again. */
const answer = (checked: Checked, outcome: ListOutcome) =>
  data({ checked, outcome, stamp: crypto.randomUUID() }, { status: outcome === 'refused' ? 422 : 200 })

export default function RecipientsStep() {
  const { saved, purchases, groups, allowed, isNarrowed, sharesLinks, domains } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const isOfThisMethod = sent?.checked.method === saved.method
  return (
    <RecipientsForm
      key={isOfThisMethod ? sent.stamp : saved.method}
      checked={isOfThisMethod ? sent.checked : saved}
      outcome={isOfThisMethod ? sent.outcome : null}
      isAnswer={sent !== undefined}
      purchases={purchases}
      groups={groups}
      allowed={allowed}
      isNarrowed={isNarrowed}
      sharesLinks={sharesLinks}
      domains={domains}
    />
  )
}
