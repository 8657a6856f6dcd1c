import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { Tabs } from '#web/ui/kit/tabs.tsx'

/** Wallets, cards and charges: where money is, and where it comes from. */
export function BillingTabs() {
  const can = useCan()
  const tabs = [
    ...(can(['wallet', 'view-teams']) ? [{ to: paths.wallets, label: 'Wallets' }] : []),
    ...(can('manage-cards') ? [{ to: paths.cards, label: 'Cards' }] : []),
    ...(can(['top-up-wallet', 'manage-cards']) ? [{ to: paths.charges, label: 'Charges' }] : []),
  ]
  return tabs.length > 1 ? <Tabs label="Wallets and billing" tabs={tabs} /> : null
}
