import { z } from 'zod'

/**
 * Where money of a gift goes when it is cancelled: to the wallet that paid for it, which may be the allowance of a budget's
 * participant; or to the budget, where the allowance has been set again since, or its participant is out of the budget.
 */
export const ReturnPlace = z.enum(['wallet', 'allowance', 'budget'])
export type ReturnPlace = z.infer<typeof ReturnPlace>
