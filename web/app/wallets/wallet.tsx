import { data, type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useOutletContext } from 'react-router'
import type { AutomaticTopUp } from '#contract/payments/automatic-top-ups.ts'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { useAppData, useCan } from '#web/app/shell/app-data.ts'
import { paths, type WalletTab } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'
import { topUpLabel } from './top-up-labels.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (/\/wallets\/[^/]+\/?$/.test(new URL(request.url).pathname))
    throw redirect(paths.walletTab(params.id!, 'statement'))
  const list = async (closed: boolean) => {
    const asked = { params: { id: session.user!.id }, query: { closed: String(closed) } }
    return session.unwrap(await session.api.listUserWallets(asked)).data
  }
  const wallets = await list(false)
  const isThis = ({ id }: Wallet) => id === params.id
  const wallet = wallets.find(isThis) ?? (await list(true)).find(isThis)
  if (!wallet) throw data(null, { status: 404 })
  const automatic =
    session.can('top-up-wallet') && wallet.dateClosed === null
      ? await session.api.getAutomaticTopUp({ params: { id: wallet.id } })
      : null
  const topUp = automatic?.ok ? automatic.value.data : null
  return {
    wallet,
    topUp,
    others: wallets.filter(({ id, currency }) => id !== wallet.id && currency === wallet.currency),
  }
}

export interface WalletPlace {
  wallet: Wallet
  /** How it is filled automatically; null where it is not, or the reader does not fill wallets. */
  topUp: AutomaticTopUp | null
  /** Where money of this one can go. */
  others: Wallet[]
}

/** The wallet that the tabs are about. */
export const useWallet = (): WalletPlace => useOutletContext<WalletPlace>()

export default function WalletLayout() {
  const place = useLoaderData<typeof loader>()
  const can = useCan()
  const { takesCards } = useAppData()
  const to = (tab: WalletTab) => paths.walletTab(place.wallet.id, tab)
  const isOpen = place.wallet.dateClosed === null
  const tabs = [
    ...(can('view-team-transactions')
      ? [
          { to: to('statement'), label: 'Statement' },
          { to: to('balance'), label: 'Explain this balance' },
        ]
      : []),
    ...(isOpen && can('top-up-wallet')
      ? [
          ...(takesCards ? [{ to: to('card'), label: 'Top up by card' }] : []),
          { to: to('top-up'), label: 'Top up by bank' },
          ...(takesCards ? [{ to: to('automatic'), label: 'Automatic' }] : []),
        ]
      : []),
    ...(isOpen && can('debit-wallet') && place.others.length ? [{ to: to('transfer'), label: 'Move money' }] : []),
    ...(isOpen && can(['manage-billing', 'top-up-wallet']) ? [{ to: to('settings'), label: 'Settings' }] : []),
  ]
  return (
    <>
      <PageHeader
        title={place.wallet.name}
        lead={
          isOpen ? (place.topUp ? topUpLabel(place.topUp) : undefined) : 'This wallet is closed. Its statement stays.'
        }
        back={{ to: paths.wallets, label: 'Wallets' }}
        actions={
          isOpen && can('purchase-hugggs') && place.wallet.available > 0 ? (
            <LinkButton look="quiet" to={paths.send}>
              Send a gift
            </LinkButton>
          ) : null
        }
        tabs={tabs}
      />
      <Tabs label={place.wallet.name} tabs={tabs} />
      <Outlet context={place satisfies WalletPlace} />
    </>
  )
}
