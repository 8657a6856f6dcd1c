import { paths } from '#web/paths.ts'
import { Tabs } from '#web/ui/kit/tabs.tsx'

/** The pages of support, with how much waits for a second person. */
export const SupportTabs = ({ waiting }: { waiting: string | null }) => (
  <Tabs
    label="Support"
    tabs={[
      { to: paths.awards, label: 'Awards' },
      { to: paths.awardApprovals, label: waiting ? `Approvals (${waiting})` : 'Approvals' },
      { to: paths.grants, label: 'Grants' },
    ]}
  />
)
