import { Tabs } from '../../ui/kit/tabs.tsx'
import { useCan } from '../shell/app-data.ts'

/** Purchases, and the single gifts in them. */
export function ActivityTabs() {
  const can = useCan()
  if (!can('view-huggg-status')) return null
  return (
    <Tabs
      label="Activity"
      tabs={[
        { to: '/activity', label: 'Purchases' },
        { to: '/activity/gifts', label: 'Gifts' },
      ]}
    />
  )
}
