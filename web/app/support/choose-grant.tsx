import { Form } from 'react-router'
import type { Grant } from '#contract/awards/grants.ts'
import { formatMoney } from '#kit/money.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import styles from './support.module.css'

interface ChooseGrantProps {
  grants: readonly Grant[]
  grant: Grant
  personId?: string | undefined
  /** What the new award takes over from. */
  likeId?: string | undefined
}

export const ChooseGrant = ({ grants, grant, personId, likeId }: ChooseGrantProps) => (
  <Form method="get" className={styles.choose}>
    {likeId ? <input type="hidden" name="like" value={likeId} /> : null}
    {personId ? <input type="hidden" name="person" value={personId} /> : null}
    <SelectField
      name="grant"
      label="Grant"
      defaultValue={grant.id}
      key={grant.id}
      data={grants.map(({ id, name, available, currency }) => ({
        value: id,
        label: `${name} (${formatMoney(available, currency)} left)`,
      }))}
    />
    <Button type="submit" look="quiet">
      Use this grant
    </Button>
  </Form>
)
