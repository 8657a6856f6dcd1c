import type { Product } from '#contract/catalogue/catalogue.ts'
import type { CelebrationPreview } from '#contract/celebrations/celebrations.ts'
import { LATE_DAYS } from '#contract/celebrations/celebrations.ts'
import type { EmployeeGroup } from '#contract/integrations/integrations.ts'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { formatMoney, formatPrice } from '#kit/money.ts'
import { groupKinds } from '#web/app/team/connections/labels.ts'
import { plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ActionForm, CheckField, FormActions, SelectField, TextAreaField, TextField } from '#web/ui/kit/form.tsx'
import styles from './celebrations.module.css'
import { occasionLabels } from './labels.ts'
import type { RuleOutcome, RuleValues } from './load-rule-form.server.ts'
import { PreviewCard } from './preview-card.tsx'

interface RuleFormProps {
  linkedAccountId: string
  groups: readonly EmployeeGroup[]
  wallets: readonly Wallet[]
  reasonCodes: readonly string[]
  product: Product
  values: RuleValues
  preview: CelebrationPreview | null
  outcome: RuleOutcome | undefined
  attempt: string
  /** Of a rule that is there; its occasion stays. */
  isSaved?: boolean
  pickPath: string
}

/** A rule's fields, and beside them whom it celebrates next. */
export function RuleForm(props: RuleFormProps) {
  const { outcome, linkedAccountId, product, attempt, isSaved = false, pickPath } = props
  const values = outcome?.values ?? props.values
  return (
    <div className="columns">
      <Card title="The rule">
        <ActionForm failure={outcome?.failure}>
          <input type="hidden" name="attempt" value={attempt} />
          <input type="hidden" name="linkedAccountId" value={linkedAccountId} />
          <input type="hidden" name="productId" value={product.id} />
          <div className={styles.gift}>
            <img src={product.imageUrl} alt="" width="96" height="72" />
            <div>
              <strong>{product.name}</strong>
              <span className="muted">
                {product.brandName}, {formatPrice(product.senderPrice, product.currency)}
              </span>
            </div>
            <LinkButton look="quiet" size="small" to={pickPath}>
              Choose another gift
            </LinkButton>
          </div>
          <Fields {...props} values={values} />
          <FormActions>
            <SubmitButton name="do" value="save">
              {isSaved ? 'Save changes' : 'Start celebrating'}
            </SubmitButton>
            <SubmitButton look="quiet" name="do" value="preview">
              Preview
            </SubmitButton>
          </FormActions>
        </ActionForm>
      </Card>
      <section className="stack" aria-label="Who is celebrated next" aria-live="polite">
        <PreviewCard preview={outcome ? outcome.preview : props.preview} />
      </section>
    </div>
  )
}

function Fields({ product, groups, wallets, reasonCodes, values, isSaved }: RuleFormProps) {
  return (
    <>
      <TextField name="name" label="Name" placeholder="Birthdays" defaultValue={values.name} required maxLength={100} />
      {isSaved ? (
        <input type="hidden" name="occasion" value={values.occasion} />
      ) : (
        <SelectField
          name="occasion"
          label="Occasion"
          defaultValue={values.occasion}
          data={Object.entries(occasionLabels).map(([value, label]) => ({ value, label }))}
        />
      )}
      <SelectField
        name="groupId"
        label="Who"
        defaultValue={values.groupId}
        data={[
          { value: '', label: 'Everyone' },
          ...groups.map(({ id, kind, name, people }) => ({
            value: id,
            label: `${name} (${groupKinds[kind].toLowerCase()}, ${plural(people, 'person', 'people')})`,
          })),
        ]}
      />
      <SelectField
        name="walletId"
        label="Paid from"
        defaultValue={values.walletId}
        data={wallets.map(({ id, name, available, currency }) => ({
          value: id,
          label: `${name} (${formatMoney(available, currency)})`,
        }))}
      />
      <TextField
        name="fromName"
        label="From (optional)"
        description="Without it, gifts are from you."
        defaultValue={values.fromName}
        maxLength={100}
      />
      <TextAreaField
        name="message"
        label="Message (optional)"
        defaultValue={values.message}
        maxLength={2000}
        rows={3}
        grows
      />
      {reasonCodes.length ? (
        <SelectField
          name="reasonCode"
          label="Reason"
          defaultValue={values.reasonCode}
          data={[{ value: '', label: 'None' }, ...reasonCodes.map((value) => ({ value, label: value }))]}
        />
      ) : null}
      <CheckField
        name="needsApproval"
        value="on"
        label="Ask an admin before each gift"
        description={`Admins see each gift a week before its day. One that is not approved ${LATE_DAYS} days after it is not sent.`}
        defaultChecked={values.needsApproval === 'on'}
      />
      {product.over18 ? (
        <CheckField
          name="over18"
          value="yes"
          label="Everyone it celebrates is 18 or over"
          description="This gift is for adults. Recipients are asked too when they open it."
          defaultChecked={values.over18 === 'yes'}
        />
      ) : null}
    </>
  )
}
