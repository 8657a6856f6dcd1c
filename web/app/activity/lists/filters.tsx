import { IconSearch } from '@tabler/icons-react'
import { Form } from 'react-router'
import { giftStateGroups, giftStateLabel, giftStates, giftStatusLabel } from '#contract/core/status-labels.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { FoldedFields } from '#web/ui/kit/folded-fields.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import styles from '../activity.module.css'
import { methodLabel, methods } from '../labels.ts'
import type { ActivityQuery } from './query.server.ts'

interface FiltersProps {
  query: ActivityQuery
  placeholder: string
  sorts: readonly { value: string; label: string }[]
  /** Of purchases: those in use. */
  tags?: readonly string[]
}

const TAGS = 'tags-in-use'

/** Words, filters and order, all kept in the address. */
export function Filters({ query, placeholder, sorts, tags }: FiltersProps) {
  return (
    // By the address, so that the fields follow a link to another search.
    <Form method="get" role="search" className={styles.filters} key={JSON.stringify(query)}>
      <div className={styles.search}>
        <TextField
          name="q"
          type="search"
          label="Search"
          placeholder={placeholder}
          defaultValue={query.q}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
        />
      </div>
      <FoldedFields isInUse={isNarrowed(query, sorts[0]?.value)}>
        <SelectField
          name="status"
          label="Status"
          defaultValue={query.status}
          data={[
            { value: '', label: 'Any' },
            ...giftStateGroups.map(({ label, states }) => ({
              label,
              options: states.map((state) => ({ value: state, label: giftStateLabel(state) })),
            })),
            ...oldStatus(query.status),
          ]}
        />
        <SelectField
          name="method"
          label="Delivery"
          defaultValue={query.method}
          data={[
            { value: '', label: 'Any' },
            ...methods.map((method) => ({ value: method, label: methodLabel(method) })),
          ]}
        />
        {tags ? (
          <>
            <TextField name="tag" label="Tag" defaultValue={query.tag} maxLength={100} list={TAGS} />
            <datalist id={TAGS}>
              {tags.map((tag) => (
                <option key={tag} value={tag} />
              ))}
            </datalist>
          </>
        ) : null}
        <TextField name="from" type="date" label="From" defaultValue={query.from} />
        <TextField name="to" type="date" label="To" defaultValue={query.to} />
        <SelectField name="sort" label="Sort by" defaultValue={query.sort} data={[...sorts]} />
      </FoldedFields>
      <Button type="submit" look="quiet">
        Show
      </Button>
    </Form>
  )
}

/** A view that was saved before states were told apart. */
const oldStatus = (status: string) =>
  status === '' || giftStates.some((state) => state === status)
    ? []
    : [{ value: status, label: `All ${giftStatusLabel(status).toLowerCase()}` }]

const isNarrowed = ({ status, method, tag, from, to, sort }: ActivityQuery, usual: string | undefined): boolean =>
  Boolean(status || method || tag || from || to || sort !== usual)

export const isFiltered = ({ q, status, method, tag, from, to }: ActivityQuery): boolean =>
  Boolean(q || status || method || tag || from || to)
