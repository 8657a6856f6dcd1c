import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { foldText } from '#kit/fold-text.ts'
import styles from './command-palette.module.css'
import { useModal } from './use-modal.ts'

/** Somewhere to go. */
export interface PalettePlace {
  to: string
  label: string
  /** What kind of thing it is, where that is not plain. */
  hint?: string
  /** Other words that it is looked for by. */
  also?: string
}

/** Where the search leads, and what it finds while someone types. */
export interface ShellSearch {
  page: string
  results: (query: string) => string
  suggestions: (query: string) => string
  placeholder: string
}

/** What the search's suggestions answer. */
export interface Found {
  /** What was asked: an answer to other words than those that stand there now is not shown. */
  q: string
  places: PalettePlace[]
}

const PAUSE_MS = 120
const LONGEST_QUERY = 100

interface CommandPaletteProps {
  search: ShellSearch
  places: readonly PalettePlace[]
  onClose: () => void
}

/** Type to go anywhere: screens, settings and acts at once, everything else as the server finds it. */
export default function CommandPalette({ search, places, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const { found, isSearching } = useFound(query, search.suggestions)
  const listId = useId()
  const dialog = useModal()
  const navigate = useNavigate()
  const words = foldText(query.trim())
  const screens = places.filter(({ label, also = '' }) => foldText(`${label} ${also}`).includes(words))
  const results = [...screens, ...(words ? found : [])]
  const go = (place: PalettePlace | undefined) => {
    if (!place) return
    onClose()
    void navigate(place.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && results.length) setChosen((chosen + step + results.length) % results.length)
    else if (event.key === 'Enter')
      go(results[chosen] ?? (words ? { to: search.results(query), label: query } : undefined))
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <input
        className={styles.input}
        type="text"
        role="combobox"
        aria-label="Search for anything"
        aria-expanded={results.length > 0}
        aria-controls={listId}
        aria-activedescendant={results[chosen] ? `${listId}-${chosen}` : undefined}
        aria-autocomplete="list"
        placeholder={search.placeholder}
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Results" className={styles.list}>
        {results.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and takes the keys
          <div
            key={`${place.to} ${place.label}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onMouseMove={() => setChosen(index)}
            onClick={() => go(place)}
          >
            {place.label}
            {place.hint ? <span className="muted small">{place.hint}</span> : null}
          </div>
        ))}
      </div>
      <p className={results.length === 0 || isSearching ? styles.nothing : 'visually-hidden'} role="status">
        {searchStatus(isSearching, results.length)}
      </p>
    </dialog>
  )
}

const searchStatus = (isSearching: boolean, found: number): string => {
  if (isSearching) return 'Searching…'
  return found === 0 ? 'Nothing by that name.' : ''
}

/** What the server finds, once the typing pauses; nothing while it looks for words that have changed since. */
function useFound(query: string, suggestions: ShellSearch['suggestions']) {
  const asked = query.trim().slice(0, LONGEST_QUERY)
  const { load, data } = useFetcher<Found>()
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    if (!asked) return
    const timer = setTimeout(() => void latest.current(suggestions(asked)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [asked, suggestions])
  const isAnswered = data?.q === asked
  return { found: isAnswered ? data.places : [], isSearching: asked !== '' && !isAnswered }
}
