import { Tabs } from '../../ui/kit/tabs.tsx'
import { useCan } from '../shell/app-data.ts'

/** Wallets, cards and charges: where money is, and where it comes from. */
export function BillingTabs() {
  const can = useCan()
  const tabs = [
    ...(can(['wallet', 'view-teams']) ? [{ to: '/wallets', label: 'Wallets' }] : []),
    ...(can('manage-cards') ? [{ to: '/cards', label: 'Cards' }] : []),
    ...(can(['top-up-wallet', 'manage-cards']) ? [{ to: '/charges', label: 'Charges' }] : []),
  ]
  return tabs.length > 1 ? <Tabs label="Wallets and billing" tabs={tabs} /> : null
}
