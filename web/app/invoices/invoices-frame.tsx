import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'

const tabs = [
  { to: paths.invoices, label: 'Invoices' },
  { to: paths.account, label: 'Statement of account' },
  { to: paths.vat, label: 'VAT' },
  { to: paths.accounts, label: 'Accounts package' },
]

/** What a team buys by invoice, and the VAT of all it buys. */
export const InvoicesFrame = ({ children }: { children: ReactNode }) => (
  <>
    <PageHeader
      title="Invoices"
      lead="Your plan and gifts bought by invoice, what has been paid, and VAT for your return."
      tabs={tabs}
    />
    <Tabs label="Invoices" tabs={tabs} />
    {children}
  </>
)
