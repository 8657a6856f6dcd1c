import { formatMoney } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'

/** Leaves a budget. Who acts in the team that it made acts in another of theirs from then on, or signs in again. */
export async function leave(session: Session, participantId: string): Promise<Response> {
  const { data: allowances } = session.unwrap(await session.api.listAllowances({ query: {} }))
  const allowance = allowances.find((each) => each.participantId === participantId)
  const isHere = allowance !== undefined && allowance.teamId === session.teamId
  // Before the access to the team ends, with which the session would.
  const goesOn = !isHere || (await actElsewhere(session))
  const left = await session.api.leaveBudget({ params: { participantId } })
  if (!left.ok && left.problem.status !== 401)
    return session.redirect(paths.allowances, 'You are no longer in that budget, or it has ended.', 'danger')
  const { returned } = session.unwrap(left).data
  const name = allowance?.name ?? 'the budget'
  const money = returned > 0 && allowance ? ` ${formatMoney(returned, allowance.currency)} went back.` : ''
  const said = `You have left ${name}.${money} Gifts that you sent stay valid.`
  if (goesOn) return session.redirect(isHere ? paths.home : paths.allowances, said)
  await session.end()
  return session.redirect(paths.signIn, said)
}

async function actElsewhere(session: Session): Promise<boolean> {
  const userId = session.user!.id
  const found = await session.api.getTeamsOfUser({ params: { userId } })
  const other = found.ok ? found.value.teams.find(({ team }) => team.id !== session.teamId) : undefined
  if (!other) return false
  const switched = await session.api.switchTeam({ params: { id: userId }, body: { teamId: other.team.id } })
  if (!switched.ok) return false
  session.keep(switched.value.data)
  session.remember(other.team.id)
  return true
}
