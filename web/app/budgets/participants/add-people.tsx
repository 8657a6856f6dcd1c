import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { isBareThousands, parsePence } from '#web/ui/kit/amount.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ActionForm, TextAreaField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { BackLink } from '#web/ui/kit/page-header.tsx'
import { ColumnChoice, type ColumnQuestion } from '#web/ui/wizard/column-question.tsx'
import { LIST_FILES } from '#web/ui/wizard/rows.ts'
import { useLiveCheck } from '#web/ui/wizard/use-live-check.ts'
import { useBudget } from '../budget-context.ts'
import styles from '../detail.module.css'
import type { CheckedPeople, PeopleCheck } from './check-people.server.ts'

const NAMED = 20
const ERRORS_SHOWN = 20
const ECHOES_SHOWN = 5

/** Many people at once: typed, pasted or from a file; looked at while typing, and added once that is agreed to. */
export function AddPeople({ sent }: { sent: CheckedPeople | null }) {
  const { budget, attempt } = useBudget()
  const { live, isChecking, form } = useLiveCheck<CheckedPeople>(paths.addParticipants(budget.id))
  const shown = live ?? sent
  return (
    <>
      <div>
        <BackLink to={paths.budgetTab(budget.id, 'participants')} label="All participants" />
        <h2>Add people</h2>
      </div>
      <div className="columns">
        <ActionForm {...form} failure={live ? null : sent?.failure}>
          <input type="hidden" name="attempt" value={attempt} />
          {budget.isVariable ? <input type="hidden" name="amounts" value="own" /> : null}
          <input type="hidden" name="agreed" value={shown?.check?.participants.length ?? ''} />
          <PeopleField
            key={sent?.text}
            text={sent?.text ?? ''}
            question={sent?.question ?? null}
            isVariable={budget.isVariable}
          />
          {shown?.check?.participants.length ? (
            <div>
              <SubmitButton name="intent" value="add">
                {shown.check.errors.length
                  ? `Add ${plural(shown.check.participants.length, 'person', 'people')}, without wrong rows`
                  : `Add ${plural(shown.check.participants.length, 'person', 'people')}`}
              </SubmitButton>
            </div>
          ) : null}
        </ActionForm>
        <section className="stack" aria-label="What adding them does" aria-busy={isChecking} aria-live="polite">
          {shown?.check ? <Preview budget={budget} check={shown.check} shown={shown} /> : <Nothing />}
        </section>
      </div>
    </>
  )
}

interface PeopleFieldProps {
  text: string
  question: ColumnQuestion | null
  isVariable: boolean
}

/** Where a list is typed or pasted; one from a file is put into it when the list is checked. */
const PeopleField = ({ text, question, isVariable }: PeopleFieldProps) => (
  <Card>
    <TextAreaField
      name="people"
      label="Addresses"
      description={
        isVariable
          ? 'One in a line, rows of a spreadsheet with an amount in pounds, or the “To” line of an email.'
          : 'One in a line, rows of a spreadsheet, or the “To” line of an email.'
      }
      placeholder={isVariable ? 'ada@example.com, 25\nbob@example.com, 40' : 'ada@example.com\nbob@example.com'}
      defaultValue={text}
      rows={10}
    />
    {question ? <ColumnChoice question={question} /> : null}
    <div className="row">
      <label htmlFor="people-file">or a file, CSV or Excel</label>
      <input id="people-file" name="file" type="file" accept={LIST_FILES} className={styles.file} />
      <SubmitButton look="quiet" size="small" name="intent" value="check">
        Check the list
      </SubmitButton>
    </div>
  </Card>
)

const Nothing = () => (
  <Card title="What adding them does">
    <p className="muted">You see the result here before it is saved: who is added, what is wrong, and what it costs.</p>
  </Card>
)

interface PreviewProps {
  budget: BudgetOverview
  check: PeopleCheck
  shown: Pick<CheckedPeople, 'wrong' | 'notices'>
}

function Preview({ budget, check, shown }: PreviewProps) {
  const { participants, errors, rows, room } = check
  const isLive = budget.status === 'live'
  const personAmount = (each: { budgetAmount: number | null }) =>
    (budget.isVariable && each.budgetAmount) || budget.budgetAmount
  const more = participants.reduce((sum, each) => sum + personAmount(each), 0)
  const money = (pence: number) => formatMoney(pence, budget.currency)
  const thousands = budget.isVariable
    ? [...new Set(check.read.map(({ amount }) => amount).filter(isBareThousands))].slice(0, ECHOES_SHOWN)
    : []
  const hasUnusedAmounts = !budget.isVariable && participants.some(({ budgetAmount }) => budgetAmount !== null)
  return (
    <>
      <Card title={participants.length ? `${plural(participants.length, 'person', 'people')} to add` : 'No one to add'}>
        {participants.length ? (
          <>
            <p>
              {isLive
                ? 'Each is invited by email at once, and gets their money when they accept.'
                : 'They are invited by email when the budget starts.'}
            </p>
            <p>
              A run costs up to <strong>{money(budget.calculatedBudgetAmount + more)}</strong> with them
              {budget.calculatedBudgetAmount ? `, ${money(budget.calculatedBudgetAmount)} without` : ''}.
            </p>
            <ul className={styles.wrong}>
              {participants.slice(0, NAMED).map(({ email, name, budgetAmount }) => (
                <li key={email}>
                  {name ? `${name} (${email})` : email}
                  {budget.isVariable && budgetAmount ? `: ${money(budgetAmount)}` : ''}
                </li>
              ))}
            </ul>
            {participants.length > NAMED ? (
              <p className="muted">and {plural(participants.length - NAMED, 'more person', 'more people')}.</p>
            ) : null}
          </>
        ) : (
          <p className="muted">None of the {plural(rows, 'row')} can be added as it is.</p>
        )}
        {shown.notices.map((message) => (
          <Notice key={message}>{message}</Notice>
        ))}
        {thousands.length ? (
          <Notice>
            {thousands.map((amount) => `“${amount}” is read as ${money(parsePence(amount)!)}.`).join(' ')}
          </Notice>
        ) : null}
        {participants.length > room ? (
          <Notice tone="danger" title="Too many">
            A budget has at most 1,000 people; {plural(room, 'more fits', 'more fit')}.
          </Notice>
        ) : null}
        {hasUnusedAmounts ? (
          <Notice tone="warning">
            Amounts in the list do not count: everyone in this budget gets {money(budget.budgetAmount)}.
          </Notice>
        ) : null}
      </Card>
      {errors.length ? (
        <Card title={`${plural(errors.length, 'row')} to put right`}>
          <ol className={styles.wrong}>
            {shown.wrong.slice(0, ERRORS_SHOWN).map(({ path, row, sentence }) => (
              <li key={path}>
                <strong>Row {row}</strong> {sentence}
              </li>
            ))}
          </ol>
          {errors.length > ERRORS_SHOWN ? (
            <p className="muted">and {plural(errors.length - ERRORS_SHOWN, 'more row')} after these.</p>
          ) : null}
        </Card>
      ) : null}
    </>
  )
}
