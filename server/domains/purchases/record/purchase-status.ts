/** The gift was never had by its recipient: its code was not to be got, or it was held until its time was over. */
const isGivenBack = `gift.status_id = 6 and (
  exists (select from awaited_code awaited where awaited.huggg_id = gift.id and awaited.given_up_at is not null)
  or exists (select from held_gift held where held.huggg_id = gift.id and held.given_back_at is not null))`

/**
 * SQL for what happened to the purchase `alias`: it failed where we gave back every gift of it. Worked out from its gifts, so
 * that it cannot differ from them; what the sender or an operator cancelled was made, and failed nowhere.
 */
export const purchaseStatus = (alias: string): string => `(case when ${alias}.created_count = ${alias}.quantity
  and exists (select from huggg gift where gift.transaction_id = ${alias}.id)
  and not exists (select from huggg gift where gift.transaction_id = ${alias}.id and not (${isGivenBack}))
  then 'failed' else ${alias}.status end)`

/**
 * SQL for what is still being done for the purchase `alias`: its gifts are made, or their messages have yet to leave, the
 * ones that are tried again among them. Reminders are no part of it.
 */
export const purchaseProcessing = (alias: string): string => `(coalesce(${alias}.processing,
  case when exists (select from outgoing_message message where message.team_id = ${alias}.team_id and message.status = 'pending'
    and message.template = 'gift' and message.transaction_id = ${alias}.id) then 'sending' end))`
