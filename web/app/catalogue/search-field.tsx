import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { paths } from '#web/paths.ts'
import { TextField } from '#web/ui/kit/form.tsx'
import styles from './catalogue.module.css'

const PAUSE_MS = 150

/** What to look for. The browser offers what the words typed so far may be on the way to; without scripts it just asks. */
export function SearchField({ query }: { query: string }) {
  const [typed, setTyped] = useState(query)
  const { load, data } = useFetcher<{ words: string[] }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks when the words change, and `load` does not tell
  useEffect(() => {
    if (!typed.trim() || typed === query) return
    const timer = setTimeout(() => void load(paths.suggestions({ words: typed })), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, query])
  return (
    <div className={styles.search}>
      <TextField
        name="q"
        type="search"
        label="Search"
        placeholder="Coffee, flowers, books"
        defaultValue={query}
        list="search-words"
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
      />
      <datalist id="search-words">
        {data?.words.map((words) => (
          <option key={words} value={words} />
        ))}
      </datalist>
    </div>
  )
}
