import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/kit/page-header.tsx'
import { Tabs } from '../../ui/kit/tabs.tsx'

/** The two sides of what a team buys by invoice. */
export const InvoicesFrame = ({ children }: { children: ReactNode }) => (
  <>
    <PageHeader title="Invoices" lead="Gifts bought by invoice: what is to be paid, and what has been." />
    <Tabs
      label="Invoices"
      tabs={[
        { to: '/invoices', label: 'Invoices' },
        { to: '/invoices/statement', label: 'Statement of account' },
      ]}
    />
    {children}
  </>
)
