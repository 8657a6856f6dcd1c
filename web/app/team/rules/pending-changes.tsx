import type { RuleChange } from '#contract/teams/rule-changes.ts'
import { formatMoney } from '#kit/money.ts'
import { formatMoment } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import styles from '../team.module.css'
import { ruleLabel, ruleNames } from './rule-labels.ts'

interface PendingChangesProps {
  changes: readonly RuleChange[]
  /** The team that is looked at; those of its subteams are named. */
  teamId: string
  currency: string
  named: (ids: readonly string[]) => string
  zone: string
  failure: Failure | null
}

/** Looser rules that do not hold yet, and what can be done about each. */
export const PendingChanges = ({ changes, failure, ...shown }: PendingChangesProps) => (
  <Card title="Waiting for someone else">
    <p className="muted small">
      A rule that would allow more waits for another person who has managed billing for seven days. Until then the rules
      hold as they are, and orders that wait for approval still wait.
    </p>
    <div className={styles.waiting}>
      {changes.map((change) => (
        <PendingChange key={change.id} change={change} failure={failure} {...shown} />
      ))}
    </div>
  </Card>
)

function PendingChange({
  change,
  teamId,
  currency,
  named,
  zone,
  failure,
}: { change: RuleChange } & Omit<PendingChangesProps, 'changes'>) {
  const words = { money: (pence: number) => formatMoney(pence, currency), named }
  const { id, rule, from, to, team, askedBy, isOwn, mayConfirm, mayObject } = change
  const name = ruleNames[rule]
  return (
    <ActionForm failure={failure?.values.id === id ? failure : null}>
      <input type="hidden" name="id" value={id} />
      <Facts
        facts={[
          { name: 'Rule', value: team.id === teamId ? name : `${name}, in ${team.name}` },
          { name: 'Now', value: ruleLabel(rule, from, words) },
          { name: 'Would be', value: ruleLabel(rule, to, words) },
          { name: 'Asked by', value: `${isOwn ? 'You' : askedBy.name}, ${formatMoment(change.dateAsked, zone)}` },
          { name: 'Holds', value: whenLabel(change, zone) },
        ]}
      />
      <div className="row">
        {mayConfirm ? (
          <SubmitButton name="intent" value="confirm" aria-label={`Confirm: ${name}`}>
            Confirm
          </SubmitButton>
        ) : null}
        {mayObject ? (
          <SubmitButton
            name="intent"
            value="object"
            look="quiet"
            aria-label={`${isOwn ? 'Take back' : 'Object'}: ${name}`}
          >
            {isOwn ? 'Take back' : 'Object'}
          </SubmitButton>
        ) : null}
      </div>
    </ActionForm>
  )
}

function whenLabel({ dateEffective, dateEnds }: RuleChange, zone: string): string {
  if (dateEffective) return `From ${formatMoment(dateEffective, zone)}, unless someone objects`
  return `Once someone else confirms it, until ${formatMoment(dateEnds, zone)}`
}
