import type { Tag } from '#contract/catalogue/taxonomies.ts'
import { deliveryMethods } from '#contract/orders/purchase.ts'
import type { Team } from '#contract/teams/teams.ts'
import { methodLabel } from '#web/app/activity/labels.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { formatPoundsInput } from '#web/ui/kit/amount.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import {
  ActionForm,
  AmountField,
  CheckField,
  FormActions,
  SelectField,
  TextAreaField,
  TextField,
} from '#web/ui/kit/form.tsx'
import { TickList } from '#web/ui/kit/tick-list.tsx'
import styles from '../team.module.css'
import { currencyByTerritory } from './rules-card.tsx'

interface RulesFormProps {
  team: Team
  categories: readonly Pick<Tag, 'id' | 'name'>[]
  failure: Failure | null
  /** What was ticked when the form was refused. */
  ticked: Record<string, string[]> | null
}

/** What the team itself asks of its gifts. */
export function TeamRulesForm({ team, categories, failure, ticked }: RulesFormProps) {
  const can = useCan()
  const { preferences, reasonCodes } = team
  const price = preferences.giftingRestrictions?.price ?? { min: null, max: null }
  const kinds = preferences.giftingRestrictions?.categories ?? { allow: [], disallow: [] }
  const options = categories.map(({ id, name }) => ({ value: id, label: name }))
  const hasSubteams = team.parentTeamId === null
  const isOn = (name: string, saved: boolean) => ({
    name,
    defaultChecked: failure ? failure.values[name] === 'on' : saved,
  })
  const ownReasons = can('manage-reason-codes')
  return (
    <ActionForm failure={failure} noValidate>
      <Card title="How gifts are sent">
        <div className="stack">
          <TickList
            name="deliveryMethods"
            legend="Ways to send"
            hint="With all of them ticked, ways that are added later are allowed too."
            options={deliveryMethods.map((method) => ({ value: method, label: methodLabel(method) }))}
            ticked={ticked?.deliveryMethods ?? preferences.deliveryMethods ?? deliveryMethods}
          />
          <TextField
            name="deliveryEmailDomains"
            label="Only to these email domains (optional)"
            description="Such as example.com, with commas between them. Empty, gifts may go to anyone."
            defaultValue={preferences.deliveryEmailDomains?.join(', ') ?? ''}
            autoComplete="off"
          />
          <TextField
            name="maximumHugggExpiryDays"
            type="number"
            label="Days a gift may last, at most (optional)"
            min={1}
            max={3650}
            inputMode="numeric"
            defaultValue={preferences.maximumHugggExpiryDays ?? ''}
          />
          <CheckField
            {...isOn('remindRecipients', preferences.remindRecipients)}
            label="Remind people by email who have not used their gift"
            description="Each purchase may say otherwise."
          />
        </div>
      </Card>
      <Card title="What may be sent">
        <div className="stack">
          <div className={styles.address}>
            <AmountField
              name="priceMin"
              label="Lowest price (optional)"
              currency={currencyByTerritory(team)}
              defaultValue={formatPoundsInput(price.min)}
            />
            <AmountField
              name="priceMax"
              label="Highest price (optional)"
              currency={currencyByTerritory(team)}
              defaultValue={formatPoundsInput(price.max)}
            />
          </div>
          {options.length ? (
            <>
              <TickList
                name="allow"
                legend="Only these kinds"
                hint="Tick none to allow every kind."
                options={options}
                ticked={ticked?.allow ?? kinds.allow}
              />
              <TickList
                name="disallow"
                legend="Never these kinds"
                options={options}
                ticked={ticked?.disallow ?? kinds.disallow}
              />
              {failure?.fields.categories ? <p className={styles.wrong}>{failure.fields.categories}</p> : null}
            </>
          ) : (
            // Nothing to tick; what was set elsewhere stays.
            <Kept kinds={kinds} />
          )}
        </div>
      </Card>
      {ownReasons || can('can-require-reason-codes') ? (
        <Card title="Reasons">
          <div className="stack">
            {ownReasons ? (
              <TextAreaField
                name="reasonCodes"
                label="Reasons to choose from (optional)"
                description="One a line, such as Birthday or Thank you. They are kept with each purchase, for your reports."
                rows={3}
                grows
                defaultValue={reasonCodes.join('\n')}
              />
            ) : null}
            {can('can-require-reason-codes') ? (
              <CheckField
                {...isOn('requireReasonCode', preferences.requireReasonCode)}
                label="Every purchase needs one of them"
              />
            ) : null}
            {ownReasons && hasSubteams ? (
              <>
                <CheckField
                  {...isOn('applyReasonCodesToTeam', preferences.applyReasonCodesToTeam)}
                  label="Offer them to this team"
                />
                <CheckField
                  {...isOn('applyReasonCodesToSubteams', preferences.applyReasonCodesToSubteams)}
                  label="Offer them to its subteams"
                />
              </>
            ) : null}
          </div>
        </Card>
      ) : null}
      {hasSubteams ? (
        <Card title="What one person may get">
          <div className="stack">
            <div className={styles.address}>
              <AmountField
                name="capAmount"
                label="Gifts to one person, at most (optional)"
                description="Of all teams together, by face value. Links that go to no one by name are not counted."
                currency={currencyByTerritory(team)}
                defaultValue={formatPoundsInput(preferences.recipientSpendCap?.amount ?? null)}
              />
              <SelectField
                name="capPeriod"
                label="In each"
                defaultValue={preferences.recipientSpendCap?.period ?? 'month'}
                data={capPeriods}
              />
            </div>
            <SelectField
              name="capMode"
              label="Above that"
              defaultValue={preferences.recipientSpendCap?.mode ?? 'warn'}
              data={[
                { value: 'warn', label: 'Tell the sender before they pay' },
                { value: 'block', label: 'Do not send' },
              ]}
            />
            <AmountField
              name="allowanceLimit"
              label="Allowances to one person in a tax year, at most (optional)"
              description="Of all budgets together, from 6 April. A run pays up to it, and says what it kept back. £300 is what tax rules exempt for directors of close companies."
              currency={currencyByTerritory(team)}
              defaultValue={formatPoundsInput(preferences.allowanceLimit)}
            />
          </div>
        </Card>
      ) : null}
      {hasSubteams ? (
        <Card title="Approvals">
          <div className="stack">
            <p className="muted small">
              An order above a limit waits until someone else with the right to manage billing agrees. It holds for all
              teams together, and for API keys and celebrations.
            </p>
            <div className={styles.address}>
              <AmountField
                name="approvalPerOrder"
                label="One order, at most (optional)"
                currency={currencyByTerritory(team)}
                defaultValue={formatPoundsInput(preferences.approvals?.perOrder ?? null)}
              />
              <AmountField
                name="approvalPerDay"
                label="One buyer in a day, at most (optional)"
                description="With the API keys they issued. What was approved is not counted."
                currency={currencyByTerritory(team)}
                defaultValue={formatPoundsInput(preferences.approvals?.perDay ?? null)}
              />
            </div>
            <CheckField
              {...isOn('approvalAllowances', preferences.approvals?.includeAllowances ?? false)}
              label="Also what people spend of their allowance"
            />
          </div>
        </Card>
      ) : null}
      {hasSubteams ? (
        <Card title="Subteams">
          <CheckField
            {...isOn('applyRestrictionsToSubteams', preferences.applyRestrictionsToSubteams)}
            label="These rules hold for subteams too"
            description="Ways to send, domains, days, prices and kinds. A subteam may be stricter, never looser."
          />
        </Card>
      ) : null}
      <FormActions>
        <SubmitButton>Save rules</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}

const capPeriods = [
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
  { value: 'year', label: 'Year' },
]

const Kept = ({ kinds }: { kinds: { allow: string[]; disallow: string[] } }) =>
  (['allow', 'disallow'] as const).flatMap((name) =>
    kinds[name].map((id) => <input key={`${name} ${id}`} type="hidden" name={name} value={id} />),
  )
