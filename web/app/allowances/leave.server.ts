import { formatMoney } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'

/** Leaves a budget. Who acts in the team that it made stays there, with the gifts that they sent. */
export async function leave(session: Session, participantId: string): Promise<Response> {
  const { data: allowances } = session.unwrap(await session.api.listAllowances({ query: {} }))
  const allowance = allowances.find((each) => each.participantId === participantId)
  const left = await session.api.leaveBudget({ params: { participantId } })
  if (!left.ok && left.problem.status !== 401)
    return session.redirect(paths.allowances, 'You are no longer in that budget, or it has ended.', 'danger')
  const { returned } = session.unwrap(left).data
  const money = returned > 0 && allowance ? ` ${formatMoney(returned, allowance.currency)} went back.` : ''
  const isHere = allowance?.teamId === session.teamId
  return session.redirect(
    isHere ? paths.home : paths.allowances,
    `You have left ${allowance?.name ?? 'the budget'}.${money} Gifts that you sent stay valid.`,
  )
}
