import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Execution } from '#contract/budgets/budget-runs.ts'
import { formatMoney } from '#kit/money.ts'
import { useAppData, useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import { useBudget } from '../budget-context.ts'
import styles from '../detail.module.css'
import { failingRun } from '../lifecycle-dialogs.tsx'
import { runFull } from '../run-dates.ts'

/** Why a run did not succeed, whether money moved, what to do, and the buttons that do it. */
export function RunProblem({ run }: { run: Execution }) {
  const { budget, attempt } = useBudget()
  const can = useCan()
  const { takesCards } = useAppData()
  const addressWith = useAddress()
  const { pathname: here } = useLocation()
  if (!run.problem || run.status === 'succeeded') return null
  const { type, message, help, shortfall } = run.problem
  const isFailing = failingRun(budget)?.id === run.id
  const isShort = type === 'WALLET_INSUFCCIENT_FUNDS' || type === 'CARD_INSUFCCIENT_FUNDS'
  const isLive = budget.status === 'live'
  return (
    <Notice tone="danger" title={`${problemTitle(run)} ${message}`}>
      <p>
        {shortfall ? `${formatMoney(shortfall, budget.currency)} was missing. ` : ''}No money has moved. {help}
        {run.retryDate ? ` The next try is on ${runFull(run.retryDate)}.` : ''}
        {run.status === 'given-up' ? ' It was given up when the next one came, and does not count.' : ''}
      </p>
      {isLive ? (
        <Steps>
          {isFailing && can('start-automated-budget') && !budget.subStatus ? (
            <LinkButton
              look="quiet"
              size="small"
              to={addressWith({ confirm: 'run', question: attempt })}
              preventScrollReset
            >
              Run it again
            </LinkButton>
          ) : null}
          {isShort && can('top-up-wallet') ? (
            <>
              <Link to={paths.walletTab(budget.walletId, takesCards ? 'card' : 'top-up', shortfall, { from: here })}>
                Top up {shortfall ? formatMoney(shortfall, budget.currency) : 'the wallet'} by{' '}
                {takesCards ? 'card' : 'bank'}
              </Link>
              {takesCards ? (
                <Link to={paths.walletTab(budget.walletId, 'top-up', shortfall, { from: here })}>by bank</Link>
              ) : null}
            </>
          ) : null}
          {can('create-automated-budget') ? <Link to={paths.editBudget(budget.id)}>Change wallet or card</Link> : null}
        </Steps>
      ) : null}
    </Notice>
  )
}

const Steps = ({ children }: { children: ReactNode }) => <div className={`row ${styles.waysOn}`}>{children}</div>

function problemTitle({ trigger, scheduledFor, waiting }: Execution): string {
  if (trigger === 'joiner')
    return waiting
      ? `${plural(waiting, 'new person waits', 'new people wait')} for their money.`
      : 'New people were not paid.'
  return trigger === 'manual'
    ? 'The run you asked for did not go through.'
    : `The run of ${runFull(scheduledFor)} did not go through.`
}
