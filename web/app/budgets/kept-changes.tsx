import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'

type Saved = Pick<BudgetOverview, 'id' | 'dateModified'>

const place = (id: string) => `budget ${id} changes`
const versioned = ({ dateModified }: Saved, written: string) => `${dateModified} ${written}`

/** Changes that are not saved yet are found again in this tab by who left the wizard, until the budget is another. */
export const useKeepChanges = (saved: Saved, written: string): void =>
  useEffect(() => sessionStorage.setItem(place(saved.id), versioned(saved, written)), [saved, written])

export const forgetChanges = (id: string): void => sessionStorage.removeItem(place(id))

/** The way back to changes that were left unsaved. */
export function KeptChanges({ budget }: { budget: Saved }) {
  const { id, dateModified } = budget
  const [written, setWritten] = useState<string | null>(null)
  useEffect(() => {
    const [version, kept] = (sessionStorage.getItem(place(id)) ?? '').split(' ')
    setWritten((version === dateModified && kept) || null)
  }, [id, dateModified])
  if (!written) return null
  const discard = () => {
    forgetChanges(id)
    setWritten(null)
  }
  return (
    <Notice title="You have changed this budget and not saved it">
      <div className="row">
        <Link to={paths.budgetStep(id, 'review', written)}>Review and save</Link>
        <Button look="plain" size="small" onClick={discard}>
          Discard changes
        </Button>
      </div>
    </Notice>
  )
}
