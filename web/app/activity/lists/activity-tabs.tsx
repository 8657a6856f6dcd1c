import { useCan } from '#web/app/shell/app-data.ts'
import { OfTeam } from '#web/app/shell/of-team.tsx'
import { paths } from '#web/paths.ts'
import { Tabs } from '#web/ui/kit/tabs.tsx'

/** Purchases, and the single gifts in them. */
export function ActivityTabs() {
  const can = useCan()
  return (
    <>
      <OfTeam />
      {can('view-huggg-status') ? (
        <Tabs
          label="Activity"
          tabs={[
            { to: paths.purchases, label: 'Purchases' },
            { to: paths.gifts, label: 'Gifts' },
          ]}
        />
      ) : null}
    </>
  )
}
