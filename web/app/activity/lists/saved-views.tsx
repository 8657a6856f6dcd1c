import { Form, Link, useSearchParams } from 'react-router'
import type { SavedView } from '#contract/search/saved-views.ts'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import styles from '../activity.module.css'
import { UNSAVED_VIEW } from './views.ts'

interface SavedViewsProps {
  place: SavedView['place']
  /** The list's own address. */
  path: string
  views: readonly SavedView[]
  /** The present filters, as `savedViewQuery` writes them. */
  query: string
}

/** Filters under a name, a press away; and the present ones to be kept, or forgotten. */
export function SavedViews({ place, path, views, query }: SavedViewsProps) {
  const [search] = useSearchParams()
  const currentView = views.find((view) => view.query === query)
  if (views.length === 0 && query === '') return null
  const key = (
    <>
      <input type="hidden" name="place" value={place} />
      <input type="hidden" name="query" value={query} />
    </>
  )
  return (
    <div className={styles.views}>
      {views.length ? (
        <nav aria-label="Saved views" className={styles.chips}>
          {views.map((view) => (
            <Link
              key={view.name}
              to={view.query ? `${path}?${view.query}` : path}
              className={styles.chip}
              aria-current={view === currentView ? 'page' : undefined}
            >
              {view.name}
            </Link>
          ))}
        </nav>
      ) : null}
      {currentView ? (
        <Form method="post" action={paths.savedViews}>
          {key}
          <input type="hidden" name="intent" value="forget" />
          <input type="hidden" name="name" value={currentView.name} />
          <SubmitButton look="plain" size="small" busy={false}>
            Forget “{currentView.name}”
          </SubmitButton>
        </Form>
      ) : query ? (
        <Form method="post" action={paths.savedViews} className={styles.keep} key={query}>
          {key}
          <TextField
            name="name"
            defaultValue={search.get(UNSAVED_VIEW) ?? ''}
            aria-label="Name of this view"
            placeholder="Name of this view"
            required
            maxLength={60}
          />
          <SubmitButton look="quiet" busy={false}>
            Save this view
          </SubmitButton>
        </Form>
      ) : null}
    </div>
  )
}
