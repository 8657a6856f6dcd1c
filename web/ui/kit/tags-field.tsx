import { useRef } from 'react'
import { Button } from './button.tsx'
import { TextField } from './form.tsx'
import { AWAITING_SCRIPTS, useCapability } from './use-capability.ts'

const SUGGESTED = 8

interface TagsFieldProps {
  tags: readonly string[]
  /** Those in use, the last given first. */
  used: readonly string[]
}

const hasScripts = () => true

/** What something is filed under, with commas between: read it by `tagsIn`. Without scripts tags in use can be read and typed. */
export function TagsField({ tags, used }: TagsFieldProps) {
  const canInsert = useCapability(hasScripts)
  const place = useRef<HTMLDivElement>(null)
  const suggested = used.filter((tag) => !tags.includes(tag)).slice(0, SUGGESTED)
  const add = (tag: string) => {
    const field = place.current?.querySelector('input')
    if (!field) return
    const typed = field.value.replace(/[\s,]+$/, '')
    if (!typed.split(',').some((each) => each.trim() === tag)) field.value = typed ? `${typed}, ${tag}` : tag
    // As if it had been typed, so that it is saved.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
  return (
    <div ref={place} className="stack">
      <TextField
        name="tags"
        label="Tags (optional)"
        description="What you file it under, with commas between: Activity finds purchases by them. Recipients never see them."
        defaultValue={tags.join(', ')}
        maxLength={1100}
        autoComplete="off"
      />
      {suggested.length ? (
        <div className="row small">
          <span className="muted">In use:</span>
          {suggested.map((tag) =>
            canInsert === false ? (
              <span key={tag}>{tag}</span>
            ) : (
              <Button
                key={tag}
                look="quiet"
                size="small"
                className={canInsert ? undefined : AWAITING_SCRIPTS}
                aria-label={`Add the tag ${tag}`}
                onClick={() => add(tag)}
              >
                {tag}
              </Button>
            ),
          )}
        </div>
      ) : null}
    </div>
  )
}
