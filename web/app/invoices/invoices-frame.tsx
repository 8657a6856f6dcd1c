import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'
import { carriedChoice } from './carried.ts'

const allTabs = [
  { to: paths.invoices, label: 'Invoices' },
  { to: paths.account, label: 'Statement of account' },
  { to: paths.vat, label: 'VAT' },
  { to: paths.papers, label: 'Papers in one file' },
  { to: paths.accounts, label: 'Accounts package' },
]

/** What a team buys by invoice, and the VAT of all it buys. */
export function InvoicesFrame({ children }: { children: ReactNode }) {
  const [search] = useSearchParams()
  const can = useCan()
  const tabs = allTabs.filter(({ to }) => to !== paths.papers || can('view-team-transactions'))
  const carried = new URLSearchParams(carriedChoice(search))
  return (
    <>
      <PageHeader
        title="Invoices"
        lead="Your plan and gifts bought by invoice, what has been paid, and VAT for your return."
        tabs={tabs}
      />
      <Tabs label="Invoices" tabs={tabs} search={carried.size ? `?${carried}` : ''} />
      {children}
    </>
  )
}
