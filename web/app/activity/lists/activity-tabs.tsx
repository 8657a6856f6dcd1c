import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { Tabs } from '#web/ui/kit/tabs.tsx'

/** Purchases, and the single gifts in them. */
export function ActivityTabs() {
  const can = useCan()
  if (!can('view-huggg-status')) return null
  return (
    <Tabs
      label="Activity"
      tabs={[
        { to: paths.purchases, label: 'Purchases' },
        { to: paths.gifts, label: 'Gifts' },
      ]}
    />
  )
}
