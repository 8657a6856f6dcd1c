import { formatCount } from '#web/ui/format.ts'
import styles from './catalogue.module.css'
import type { FacetGroup } from './facets.ts'

/** What the gifts found can be narrowed by, with how many each choice would bring. Plain fields of the form around them. */
export function FacetGroups({ groups }: { groups: readonly FacetGroup[] }) {
  const chosen = groups.flatMap(({ values }) => values.filter(({ isChosen }) => isChosen)).length
  if (groups.length === 0) return null
  return (
    <details className={styles.facets} open={chosen > 0}>
      <summary>Filters{chosen ? ` (${formatCount(chosen)} chosen)` : ''}</summary>
      <div>
        {groups.map(({ name, title, values }) => (
          <fieldset key={name}>
            <legend>{title}</legend>
            {values.map(({ id, label, count, isChosen }) => (
              <label key={id}>
                <input type="checkbox" name={name} value={id} defaultChecked={isChosen} />
                <span>{label}</span>
                <span className={styles.count}>{formatCount(count)}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </details>
  )
}
