import { roleGroups } from '#contract/core/permissions.ts'
import { type Scope, scopes } from '#contract/core/scopes.ts'
import { roleLabels } from '#web/app/shell/roles.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, FormActions, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { TickList } from '#web/ui/kit/tick-list.tsx'
import styles from '../team.module.css'
import { scopeLabels } from './labels.ts'

/** What most integrations need, and no more. */
const USUAL_SCOPES: readonly Scope[] = ['read', 'send']

interface NewKeyFormProps {
  failure: Failure | undefined
  /** What was ticked when it was refused. */
  ticked: readonly string[] | undefined
}

export const NewKeyForm = ({ failure, ticked = USUAL_SCOPES }: NewKeyFormProps) => (
  <ActionForm failure={failure}>
    <div className={styles.newKey}>
      <TextField name="name" label="What is it for?" placeholder="Payroll integration" required maxLength={100} />
      <SelectField
        name="roleGroupId"
        label="It acts as a"
        data={roleGroups
          .filter((group) => group !== 'automation-participant')
          .map((value) => ({ value, label: roleLabels[value].name }))}
      />
      <TextField name="dateExpires" type="date" label="Last day (optional)" />
    </div>
    <TickList
      name="scopes"
      legend="It may"
      hint="Never more than its role may. Tick what the program needs."
      options={scopes.map((value) => ({ value, label: `${scopeLabels[value].name}: ${scopeLabels[value].may}` }))}
      ticked={ticked}
    />
    <FormActions>
      <SubmitButton>Make a key</SubmitButton>
    </FormActions>
  </ActionForm>
)
