import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import { categoryNames } from '../rules.server.ts'
import { SettingsScreen } from './settings-screen.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { data: budget } = session.unwrap(await session.api.getBudget({ params: { id: readId(params.id) } }))
  const { billingMethod, walletId, teamId } = budget
  const [categories, wallets, cards] = await Promise.all([
    categoryNames(session, budget.giftingRestrictionsCategories),
    session.api.listTeamWallets({ params: { id: teamId } }),
    billingMethod.type === 'card' && session.can('manage-cards') ? session.api.listCards() : null,
  ])
  const card = cards?.ok ? cards.value.data.find(({ id }) => id === billingMethod.cardId) : undefined
  return {
    categories,
    walletName: wallets.ok ? (wallets.value.data.find(({ id }) => id === walletId)?.name ?? null) : null,
    cardName: card ? `${card.scheme} ending ${card.last4Digits}` : null,
  }
}

export default function Settings() {
  return <SettingsScreen {...useLoaderData<typeof loader>()} />
}
