/** The states of a gift, and what each permits. */
export {
  expirableStatuses,
  type GiftState,
  hasLapsed,
  isTerminal,
  type PageState,
  pageState,
  Status,
  type StatusId,
  type StatusName,
  sendableStatuses,
  spendableStatuses,
  statusName,
  whyNotCancellable,
} from './huggg.ts'
