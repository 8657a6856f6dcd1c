import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { Tabs } from '#web/ui/kit/tabs.tsx'

/** The pages of support, with how much waits for a second person. */
export function SupportTabs({ waiting }: { waiting: string | null }) {
  const can = useCan()
  return (
    <Tabs
      label="Support"
      tabs={[
        { to: paths.awards, label: 'Awards' },
        { to: paths.awardBatches, label: 'Batches' },
        { to: paths.awardApprovals, label: waiting ? `Approvals (${waiting})` : 'Approvals' },
        ...(can('make-awards') ? [{ to: paths.awardLetters, label: 'Letters' }] : []),
        { to: paths.grants, label: 'Grants' },
      ]}
    />
  )
}
