import type { Gift } from '#contract/hugggs/recipient.ts'

/** Whether the recipient can still use it, and our day or the shop's ends that. */
export const hasLastDay = ({ state, expiresAt, voucher }: Gift): boolean =>
  expiresAt !== null && ['wrapped', 'opened', 'claimed', 'revealed'].includes(state) && !voucher?.shop?.isOver
