import { data, type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useOutletContext } from 'react-router'
import type { Wallet } from '#contract/wallets.ts'
import { useCan } from '../../../features/shell/app-data.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { PageHeader } from '../../../ui/kit/page-header.tsx'
import { Tabs } from '../../../ui/kit/tabs.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  if (/\/wallets\/[^/]+\/?$/.test(new URL(request.url).pathname)) throw redirect(`/wallets/${params.id}/statement`)
  const wallets = session.unwrap(await session.api.listUserWallets({ params: { id: session.user!.id } })).data
  const wallet = wallets.find(({ id }) => id === params.id)
  if (!wallet) throw data(null, { status: 404 })
  return { wallet, others: wallets.filter(({ id, currency }) => id !== wallet.id && currency === wallet.currency) }
}

export interface WalletPlace {
  wallet: Wallet
  /** Where money of this one can go. */
  others: Wallet[]
}

/** The wallet that the tabs are about. */
export const useWallet = (): WalletPlace => useOutletContext<WalletPlace>()

export default function WalletLayout() {
  const place = useLoaderData<typeof loader>()
  const can = useCan()
  const to = (tab: string) => `/wallets/${place.wallet.id}/${tab}`
  const tabs = [
    ...(can('view-team-transactions')
      ? [
          { to: to('statement'), label: 'Statement' },
          { to: to('balance'), label: 'Explain this balance' },
        ]
      : []),
    ...(can('top-up-wallet')
      ? [
          { to: to('card'), label: 'Top up by card' },
          { to: to('top-up'), label: 'Top up by bank' },
        ]
      : []),
    ...(can('debit-wallet') && place.others.length ? [{ to: to('transfer'), label: 'Move money' }] : []),
  ]
  return (
    <>
      <PageHeader title={place.wallet.name} back={{ to: '/wallets', label: 'Wallets' }} />
      <Tabs label={place.wallet.name} tabs={tabs} />
      <Outlet context={place satisfies WalletPlace} />
    </>
  )
}
