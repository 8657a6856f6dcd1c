import type { Posy } from '#server/platform/posy.ts'
import { type Composed, eachById, mailTo, userIsGone } from './composed.ts'
import {
  allowanceEndedEmail,
  budgetAllowanceEmail,
  budgetEndedEmail,
  budgetFeedHeldEmail,
  budgetFundsLowEmail,
  budgetRunFailedEmail,
} from './emails/budget-emails.ts'
import type { Copy } from './emails/copy.en-GB.ts'
import { copyFor } from './emails/copy.ts'
import type { EmailContent } from './emails/gift-email.ts'
import { toUsersWithWishes } from './queries.ts'

/** What the budgets domain says of its messages, as it queues them. */
export interface BudgetMessageDetail {
  budgetId: string
  budgetName: string
  currency: string
  /** Given, missing, or returned. */
  amountPence: number
  /** In the participant's wallet after the run; in the budget's before it. */
  availablePence?: number
  /** ISO instant of the run. */
  at?: string
  /** Why a run failed, and what to do, in words. */
  message?: string
  help?: string
  /** Who would come and go. */
  joiners?: number
  leavers?: number
}

type Write = (copy: Copy, detail: BudgetMessageDetail & { firstName: string; url: string }) => EmailContent

const composer =
  (write: Write, budgetPath: (detail: BudgetMessageDetail) => string, { isWished = false } = {}) =>
  async (posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> => {
    const messages = await toUsersWithWishes(posy.db, ids)
    return eachById(messages, ({ address, firstName, detail: stored, wantsAllowances }) => {
      if (!address) return userIsGone
      if (isWished && !wantsAllowances) return { kind: 'cancel', why: 'allowances are not wanted' }
      const detail = stored as unknown as BudgetMessageDetail
      const url = `${posy.config.publicUrl}${budgetPath(detail)}`
      return mailTo(address, write(copyFor('en-GB'), { ...detail, firstName, url }))
    })
  }

const budgetPage = ({ budgetId }: BudgetMessageDetail) => `/budgets/${budgetId}`

export const composeAllowances = composer(budgetAllowanceEmail, () => '/', { isWished: true })
export const composeEndedAllowances = composer(allowanceEndedEmail, () => '/')
export const composeFailedRuns = composer(budgetRunFailedEmail, budgetPage)
export const composeLowFunds = composer(budgetFundsLowEmail, budgetPage)
export const composeEndedBudgets = composer(budgetEndedEmail, budgetPage)
export const composeHeldFeeds = composer(
  budgetFeedHeldEmail,
  ({ budgetId }) => `/budgets/${budgetId}/participants/feed`,
)
