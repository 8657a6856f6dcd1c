import { useEffect, useRef, useState } from 'react'
import { plural } from '../format.ts'
import type { Row, RowTable } from './rows.ts'

interface DrawnRow<Field extends string> {
  row: Row<Field>
  key: number
}

/** What was changed by one press or paste, to be said and taken back. */
interface Edit {
  said: string
  undo(): void
}

/** The rows that are drawn, changed without asking the server: each change can be taken back, the last one first. */
export function useDrawnRows<Field extends string>(
  { blankRows }: Pick<RowTable<Field>, 'blankRows'>,
  editable: readonly Row<Field>[],
  onChange: () => void,
) {
  const nextKey = useRef(editable.length)
  const list = useRef<HTMLOListElement>(null)
  const undoPlace = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<DrawnRow<Field>[]>(() => editable.map((row, key) => ({ row, key })))
  const [edits, setEdits] = useState<Edit[]>([])
  const blank = (count: number) => blankRows(count).map((row) => ({ row, key: nextKey.current++ }))
  const looked = useRef(edits)
  const changed = useRef(onChange)
  changed.current = onChange
  // Once the rows are drawn as they are now. The button that was pressed may be gone, and the focus with it.
  useEffect(() => {
    if (edits === looked.current) return
    looked.current = edits
    changed.current()
    if (document.activeElement === document.body) undoPlace.current?.querySelector('button')?.focus()
  }, [edits])
  const added = useRef<number>(null)
  // A row is added to be typed into.
  useEffect(() => {
    if (!drawn.some(({ key }) => key === added.current)) return
    list.current?.querySelector<HTMLInputElement>(`[data-key="${added.current}"] input:not([type="hidden"])`)?.focus()
    added.current = null
  }, [drawn])
  const add = () => {
    const [row] = blank(1)
    added.current = row!.key
    setDrawn([...drawn, row!])
  }
  const cell = (key: number, field: string) =>
    list.current?.querySelector<HTMLInputElement>(`[data-key="${key}"] input[name="${field}"]`)
  /** As typed by now. */
  const typedRow = ({ row, key }: DrawnRow<Field>): Row<Field> =>
    Object.fromEntries(
      Object.entries<string>(row).map(([field, value]) => [field, cell(key, field)?.value ?? value]),
    ) as Row<Field>
  const remove = (key: number, name: string) => {
    const at = drawn.findIndex((each) => each.key === key)
    const taken = { row: typedRow(drawn[at]!), key }
    setDrawn(drawn.filter((each) => each.key !== key))
    const undo = () => setDrawn((now) => [...now.slice(0, at), taken, ...now.slice(at)])
    setEdits([...edits, { said: `${name} is removed.`, undo }])
  }
  /** Puts cells into a row's, those beside and those below, with as many more rows as they need. */
  const spread = (key: number, fields: readonly Field[], cells: readonly string[][]) => {
    const at = drawn.findIndex((each) => each.key === key)
    const more = blank(Math.max(0, at + cells.length - drawn.length))
    const were: [key: number, field: Field, value: string][] = []
    cells.forEach((values, index) => {
      const target = drawn[at + index] ?? more[at + index - drawn.length]!
      fields.slice(0, values.length).forEach((field, place) => {
        const input = cell(target.key, field)
        if (input) {
          were.push([target.key, field, input.value])
          input.value = values[place]!
        } else target.row = { ...target.row, [field]: values[place]! }
      })
    })
    setDrawn([...drawn, ...more])
    const undo = () => {
      for (const [row, field, value] of were) {
        const input = cell(row, field)
        if (input) input.value = value
      }
      setDrawn((now) => now.filter((each) => !more.includes(each)))
    }
    const spare = Math.max(...cells.map(({ length }) => length)) - fields.length
    const lost = spare > 0 ? ` ${plural(spare, 'column')} had no place.` : ''
    setEdits([...edits, { said: `${plural(cells.length, 'row')} pasted.${lost}`, undo }])
  }
  const last = edits.at(-1)
  const undo = () => {
    last?.undo()
    setEdits(edits.slice(0, -1))
  }
  return {
    drawn,
    list,
    undoPlace,
    /** What can be taken back, and how. */
    last: last && { said: last.said, undo },
    add,
    remove,
    spread,
  }
}
