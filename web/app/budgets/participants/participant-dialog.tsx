import { formatMoney } from '#kit/money.ts'
import { plural } from '#web/ui/format.ts'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { AmountField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import { useBudget } from '../budget-context.ts'
import styles from '../detail.module.css'
import { type BulkKind, type BulkQuestion, removalSentences } from './bulk.ts'

interface Words {
  title: string
  confirm: string
  text: string
}

const bulkLabels: Record<BulkKind, (who: string, removal: string) => Words> = {
  pause: (who) => ({
    title: `Pause ${who}?`,
    confirm: 'Pause',
    text: 'Runs leave them out until you resume them. What they have stays theirs to spend; no money moves. They are told by email.',
  }),
  resume: (who) => ({
    title: `Resume ${who}?`,
    confirm: 'Resume',
    text: 'They get their money again from the next run on. No money moves before. They are told by email.',
  }),
  invite: (who) => ({
    title: `Invite ${who} again?`,
    confirm: 'Send again',
    text: 'An email with a new link goes out; the older link stops working.',
  }),
  amount: (who) => ({
    title: `Another amount for ${who}?`,
    confirm: 'Set the amount',
    text: 'It counts from the next run on. What they have now stays as it is.',
  }),
  remove: (who, removal) => ({ title: `Remove ${who}?`, confirm: 'Remove', text: removal }),
}

const selectionName = ({ fitting, names }: BulkQuestion): string =>
  fitting === 1 ? names[0]! : plural(fitting, 'person', 'people')

/** Asks before something is done with participants. `closeTo` is where their list or page is. */
export function BulkDialog({ question, closeTo }: { question: BulkQuestion; closeTo?: string }) {
  const { budget, attempt } = useBudget()
  const addressWith = useAddress()
  const { kind, who, chosen, fitting, names, availablePence } = question
  const back = closeTo ?? addressWith({ confirm: null, who: null })
  if (fitting === 0)
    return (
      <Notice tone="warning" role="alert" title={chosen ? 'That does not fit anyone you chose' : 'No one is chosen'}>
        {chosen ? notFitting[kind] : 'Tick someone in the list first. Nothing has been changed.'}
      </Notice>
    )
  const removal = removalSentences({
    isInvited: budget.status !== 'draft' && budget.status !== 'scheduled',
    joined: question.joined,
    unspent: availablePence ? formatMoney(availablePence, budget.currency) : '',
  })
  const words = bulkLabels[kind](selectionName(question), removal)
  return (
    <ConfirmDialog
      title={words.title}
      confirm={words.confirm}
      danger={kind === 'remove'}
      fields={{ intent: kind, who, attempt }}
      closeTo={back}
    >
      <div className={styles.question}>
        <p>{words.text}</p>
        {fitting > 1 ? (
          <p className="muted small">
            {names.join(', ')}
            {fitting > names.length ? ` and ${plural(fitting - names.length, 'other')}` : ''}
            {chosen > fitting ? `. ${plural(chosen - fitting, 'other is', 'others are')} left as they are.` : ''}
          </p>
        ) : null}
        {kind === 'amount' ? (
          <AmountField name="amount" label="Amount a run" currency={budget.currency} required />
        ) : null}
      </div>
    </ConfirmDialog>
  )
}

const notFitting: Record<BulkKind, string> = {
  pause: 'Only people who have accepted, and are not paused, can be paused.',
  resume: 'Only people who are paused can be resumed.',
  invite: 'Only people who have been invited and have not accepted can be invited again.',
  amount: 'They have left the budget.',
  remove: 'They have left the budget already.',
}
