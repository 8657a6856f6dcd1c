import type { Posy } from '#server/platform/posy.ts'
import { type Composed, eachById, mailTo } from './composed.ts'
import {
  budgetAllowanceEmail,
  budgetEndedEmail,
  budgetFundsLowEmail,
  budgetRunFailedEmail,
} from './emails/budget-emails.ts'
import type { Copy } from './emails/copy.en-GB.ts'
import { copyFor } from './emails/copy.ts'
import type { EmailContent } from './emails/gift-email.ts'
import { toUsers } from './queries.ts'

/** What the budgets domain says of its messages, as it queues them. */
export interface BudgetMessageDetail {
  budgetId: string
  budgetName: string
  currency: string
  /** Given, missing, or returned. */
  amountPence: number
  availablePence?: number
  /** ISO instant of the run. */
  at?: string
  /** Why a run failed, and what to do, in words. */
  message?: string
  help?: string
}

type Write = (copy: Copy, detail: BudgetMessageDetail & { firstName: string; url: string }) => EmailContent

const composer =
  (write: Write, pathOf: (detail: BudgetMessageDetail) => string) =>
  async (posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> => {
    const messages = await toUsers(posy.db, ids)
      .select(['app_user.first_name as firstName', 'message.detail'])
      .execute()
    return eachById(messages, ({ address, firstName, detail: stored }) => {
      if (!address) return { kind: 'cancel', why: 'user is gone' }
      const detail = stored as unknown as BudgetMessageDetail
      const url = `${posy.config.publicUrl}${pathOf(detail)}`
      return mailTo(address, write(copyFor('en-GB'), { ...detail, firstName: firstName ?? '', url }))
    })
  }

const budgetPage = ({ budgetId }: BudgetMessageDetail) => `/budgets/${budgetId}`

export const composeAllowances = composer(budgetAllowanceEmail, () => '/')
export const composeFailedRuns = composer(budgetRunFailedEmail, budgetPage)
export const composeLowFunds = composer(budgetFundsLowEmail, budgetPage)
export const composeEndedBudgets = composer(budgetEndedEmail, budgetPage)
