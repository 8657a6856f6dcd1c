import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Order } from '#contract/orders/orders.ts'
import type { Team } from '#contract/teams/teams.ts'
import { formatMoney } from '#kit/money.ts'
import { everything } from '#web/app/catalogue/categories.ts'
import { teamGiftRules } from '#web/app/catalogue/gift-rules.ts'
import { loadGiftRulesTeam, rulesForSending } from '#web/app/catalogue/load-gift-rules.server.ts'
import { loadGifts } from '#web/app/catalogue/load-gifts.server.ts'
import { id, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { MOST_PEOPLE } from '#web/ui/plan-limits.ts'
import { StepList } from '#web/ui/wizard/step-list.tsx'
import { requireSender } from '../load-draft.server.ts'
import { goesToPeople, listSendSteps, nextSendStep, recipientCount } from '../steps.ts'
import { AmountPicker } from './amount-picker.tsx'
import { DraftsCard } from './drafts-card.tsx'
import { GiftPicker } from './gift-picker.tsx'
import { loadDrafts } from './load-drafts.server.ts'
import { wayNamed } from './ways.ts'

const DRAFTS_SHOWN = 10
const NEW_DRAFT = { order: null }

/** Where sending begins, with all that can be given, or continues. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  requireSender(session)
  const team = await loadGiftRulesTeam(session)
  const [open, most, gifts] = await Promise.all([
    loadDrafts(session, DRAFTS_SHOWN),
    mostRecipients(session, team),
    loadGiftsToSend(session, team, new URL(request.url)),
  ])
  const ids = [...new Set(open.flatMap(({ order }) => order.productId ?? []))]
  const found = ids.length ? await session.api.findProducts({ body: { filter: { ids }, limit: ids.length } }) : null
  const names = new Map(found?.ok ? found.value.data.map(({ id, name }) => [id, name]) : [])
  return {
    most,
    ...gifts,
    drafts: open.map(({ order, people, hasTyped }) => ({
      id: order.id,
      gift: order.name ?? (order.productId && names.get(order.productId)) ?? 'A gift to be chosen',
      people,
      startedAt: order.dateCreated,
      holds: order.approval === 'pending' ? 'waits for approval' : describeOrder(order, hasTyped),
      isWaiting: order.approval === 'pending',
      changedAt: order.dateModified,
      next:
        order.approval === 'pending'
          ? paths.approval(order.id)
          : paths.draftStep(order.id, nextSendStep(order, hasTyped)),
    })),
  }
}

/** As many people as the team's plan lets one purchase go to; null where it cannot be read. */
async function mostRecipients(session: Session, team: Team | null): Promise<number | null> {
  const plan = team && (await session.api.getPlan({ params: { id: team.planId } }))
  return plan?.ok ? Math.min(plan.value.data.entities.hugggsPerOrder, MOST_PEOPLE) : null
}

/** The amounts of a choice stand on a list of their own, unless something is looked for: then all that is found is one list. */
async function loadGiftsToSend(session: Session, team: Team | null, url: URL) {
  const { rules, left } = await rulesForSending(session, team && teamGiftRules(team), url)
  const { category, query, products, hasNext, isNarrowed } = await loadGifts(session, everything, url, {
    rules,
    foldsAmounts: true,
  })
  const isLookedFor = Boolean(query.q || query.min || query.max) || query.page > 1
  const amounts = isLookedFor
    ? []
    : (await loadGifts(session, wayNamed('choice')!.category, new URL(url.pathname, url), { rules })).products
  return {
    amounts,
    gifts: {
      ...{ category, query, hasNext, isNarrowed, left },
      products: amounts.length ? products.filter((card) => card.amounts !== 'choice-of-gift') : products,
    },
  }
}

function describeOrder(order: Order, hasTyped: boolean): string {
  if (order.type === 'superhuggg') return order.limit ? `${plural(order.limit, 'gift')} for one link` : 'one link'
  if (hasTyped) return 'recipients not finished'
  const { deliveryMethod, receivers } = order
  if (deliveryMethod && !goesToPeople(deliveryMethod)) return plural(recipientCount(order), 'gift')
  return receivers.length ? plural(receivers.length, 'recipient') : 'no recipients yet'
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  requireSender(session)
  const { discard } = readForm(await request.formData(), { discard: id })
  const deleted = await session.api.deleteOrder({ params: { id: discard } })
  // One that is discarded twice is discarded.
  if (!deleted.ok && deleted.problem.status !== 404) session.unwrap(deleted)
  return session.redirect(
    paths.send,
    'The draft is deleted, with the addresses in it. Nothing was sent and nothing was paid.',
  )
}

export default function StartSending() {
  const { most, drafts, amounts, gifts } = useLoaderData<typeof loader>()
  /** Who spends an allowance sends on one screen: there are no steps. */
  const isOneScreen = gifts.isNarrowed
  const takes = isOneScreen ? undefined : NEW_DRAFT
  const productPath = (id: string) => (isOneScreen ? paths.sendOne(id) : paths.sendProduct(id))
  return (
    <>
      <PageHeader
        title="Send a gift"
        actions={
          isOneScreen ? null : (
            <LinkButton look="quiet" to={paths.groups}>
              Groups of recipients
            </LinkButton>
          )
        }
        lead={
          gifts.left
            ? `To one person, or several. You have ${formatMoney(gifts.left.pence, gifts.left.currency)} left to give. Nothing is paid before the last step.`
            : `To one person, or to ${most ? `up to ${plural(most, 'person', 'people')} at once` : 'many at once'}. Nothing is paid before the last step.`
        }
      />
      <DraftsCard drafts={drafts} />
      {isOneScreen ? null : <StepList steps={listSendSteps(null)} />}
      {amounts.length ? <AmountPicker {...{ amounts, takes, productPath }} /> : null}
      <h2>{amounts.length ? 'Or a gift that you choose' : 'Gifts'}</h2>
      <GiftPicker
        {...gifts}
        {...{ takes, productPath }}
        amountsPath={(slug) => paths.sendWay(slug === 'choice-of-gift' ? 'choice' : 'choice-eu')}
        allPath={paths.send}
      />
    </>
  )
}
