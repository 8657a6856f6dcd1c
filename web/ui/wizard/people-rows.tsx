import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, type ReactNode, type RefObject, useMemo, useState } from 'react'
import { useNavigation } from 'react-router'
import { plural } from '../format.ts'
import { Button, SubmitButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { ColumnChoice, type ColumnQuestion } from './column-question.tsx'
import { type Holds, readPasted } from './grid.ts'
import { keysInOrder, LIST_FILES, layOut, marksAt, type Row, type RowProblem, type RowTable } from './rows.ts'
import { useDrawnRows } from './use-drawn-rows.ts'
import styles from './wizard.module.css'

interface Column<Field extends string> {
  field: Field
  label: string
  holds: Holds
  type?: 'email' | 'text' | 'tel'
  inputMode?: 'decimal'
  placeholder?: string
  /** Kept with its row, and not shown. */
  isHidden?: boolean
}

interface PeopleRowsProps<Field extends string> {
  table: RowTable<Field>
  columns: readonly Column<Field>[]
  title: string
  /** What one of them is called, and several. */
  names: readonly [one: string, many: string]
  rows: readonly Row<Field>[]
  /** What was wrong when the form was last sent. */
  problems: readonly RowProblem<Field>[]
  /** What is wrong with what is typed now, where it has been looked at. */
  live: readonly RowProblem<Field>[] | undefined
  /** All rows as they were before a press took some away. */
  before: readonly Row<Field>[] | null
  /** Rows were removed, pasted or brought back. */
  onChange(): void
  /** How wide the columns are, where not as wide as those of recipients. */
  className?: string | undefined
}

/** People as rows of fields, to be changed in place. The wrong ones of many come first; the rest is kept, folded. */
export function PeopleRows<Field extends string>(props: PeopleRowsProps<Field>) {
  const { table, columns, title, names, rows, problems, live, before, onChange, className } = props
  const laidOut = useMemo(() => layOut(rows, problems), [rows, problems])
  const { drawn, list, undoPlace, last, add, remove, spread } = useDrawnRows(table, laidOut.editable, onChange)
  const { places } = laidOut
  const keys = keysInOrder(
    drawn.map(({ key }) => key),
    places,
  )
  const rowProblems = useMarks(live, laidOut.problems, keys)
  const repeats = useMemo(() => table.countRepeats(rows), [table, rows])
  // The answer draws the rows again, as they were sent: what is typed meanwhile would be lost.
  const isSent = useNavigation().formMethod === 'POST'
  const paste = (event: ClipboardEvent<HTMLInputElement>, key: number, place: number) => {
    const { clipboardData, currentTarget } = event
    const right = columns.slice(place).filter(({ isHidden }) => !isHidden)
    const isOfSheet = clipboardData.getData('text/html').includes('<table')
    const text = clipboardData.getData('text')
    const pasted = readPasted(
      text,
      right.map(({ holds }) => holds),
      isOfSheet,
    )
    if (pasted === 'cell' || (pasted === 'list' && !addList(currentTarget.form, text, keys.indexOf(key)))) return
    event.preventDefault()
    if (pasted !== 'list')
      spread(
        key,
        right.map(({ field }) => field),
        pasted.cells,
      )
  }
  return (
    <Card title={title}>
      <input type="hidden" name="at" value="" />
      <ol ref={list} className={`${styles.cells} ${className ?? ''}`} aria-label={title}>
        {drawn.map(({ row, key }) => (
          <PersonRow
            key={key}
            columns={columns}
            row={row}
            rowKey={key}
            number={keys.indexOf(key) + 1}
            place={places.editable[key]}
            problems={rowProblems(key)}
            isSent={isSent}
            onRemove={() => remove(key, `Row ${keys.indexOf(key) + 1}`)}
            onPaste={(event, place) => paste(event, key, place)}
          />
        ))}
      </ol>
      {laidOut.hiddenProblems ? (
        <p className={styles.wrong}>{plural(laidOut.hiddenProblems, 'more row')} to put right after these.</p>
      ) : null}
      {laidOut.folded.length ? (
        <>
          <p className="muted">
            and {plural(laidOut.folded.length, `more ${names[0]}`, `more ${names[1]}`)}, kept as they are.
          </p>
          <input type="hidden" name="folded" value={table.foldRows(laidOut.folded, places.folded)} />
        </>
      ) : null}
      <Undo table={table} rows={rows} before={before} last={last} place={undoPlace} />
      <ListButtons name={names[0]} onAdd={add} canClear={drawn.length + laidOut.folded.length > 3} repeats={repeats} />
    </Card>
  )
}

/**
 * What is wrong with a row, by its key: a mark goes where its row goes. What was looked at counts rows as they stood then, at
 * first in the order of their keys.
 */
function useMarks<Field extends string>(
  live: readonly RowProblem<Field>[] | undefined,
  sent: readonly RowProblem<Field>[],
  keys: readonly number[],
) {
  const [seen, setSeen] = useState({ live, keys })
  if (seen.live !== live) setSeen({ live, keys })
  return (key: number) => (live ? marksAt(live, seen.live === live ? seen.keys : keys, key) : marksAt(sent, null, key))
}

interface UndoProps<Field extends string>
  extends Pick<PeopleRowsProps<Field>, 'table' | 'rows' | 'before'>,
    Pick<ReturnType<typeof useDrawnRows<Field>>, 'last'> {
  place: RefObject<HTMLDivElement | null>
}

/** What was done to the list last, and the way back. */
function Undo<Field extends string>({ table, rows, before, last, place }: UndoProps<Field>) {
  const gone = before ? table.kept(before).length - table.kept(rows).length : 0
  return (
    <div ref={place} role="status">
      {before ? <input type="hidden" name="before" value={table.foldRows(before)} /> : null}
      {last ? (
        <p className={styles.undo}>
          {last.said}
          <Button look="quiet" size="small" onClick={last.undo}>
            Undo
          </Button>
        </p>
      ) : before ? (
        <p className={styles.undo}>
          {gone > 0 ? `${plural(gone, 'row')} removed.` : 'The rows are back.'}
          <SubmitButton look="quiet" size="small" name="intent" value="undo">
            Undo
          </SubmitButton>
        </p>
      ) : null}
    </div>
  )
}

interface ListButtonsProps {
  name: string
  onAdd(): void
  canClear: boolean
  /** Rows whose address stands in one above. */
  repeats: number
}

/** What else can be done to the list; without scripts the server does it. */
const ListButtons = ({ name, onAdd, canClear, repeats }: ListButtonsProps) => (
  <div className="row">
    <SubmitButton
      look="quiet"
      size="small"
      name="intent"
      value="more"
      icon={<IconPlus size={16} aria-hidden="true" />}
      onClick={(event) => {
        event.preventDefault()
        onAdd()
      }}
    >
      Add a {name}
    </SubmitButton>
    <SubmitButton look="plain" size="small" name="intent" value="check">
      Check the list
    </SubmitButton>
    {repeats ? (
      <SubmitButton look="plain" size="small" name="intent" value="unique">
        Remove {plural(repeats, 'duplicate')}
      </SubmitButton>
    ) : null}
    {canClear ? (
      <SubmitButton look="plain" size="small" name="intent" value="clear">
        Empty the list
      </SubmitButton>
    ) : null}
  </div>
)

interface PersonRowProps<Field extends string> {
  columns: readonly Column<Field>[]
  row: Row<Field>
  rowKey: number
  /** Among all rows, as what is said of others counts them. */
  number: number
  /** Where it stood among all rows when they were drawn; nowhere where it was just added. */
  place: number | undefined
  problems: readonly RowProblem<Field>[]
  /** The form is on its way. */
  isSent: boolean
  onRemove(): void
  /** Into the column at this place. */
  onPaste(event: ClipboardEvent<HTMLInputElement>, place: number): void
}

function PersonRow<Field extends string>({
  columns,
  row,
  rowKey,
  number,
  place,
  problems,
  isSent,
  onRemove,
  onPaste,
}: PersonRowProps<Field>) {
  return (
    <li data-number={number} data-key={rowKey}>
      <input type="hidden" name="place" value={place ?? ''} />
      {columns.map(({ field, label, type = 'text', inputMode, placeholder, isHidden }, index) => {
        if (isHidden) return <input key={field} type="hidden" name={field} value={row[field]} />
        const problem = problems.find((each) => each.field === field)
        const errorId = `row-${number}-${field}-error`
        return (
          <label key={field}>
            <span>{label}</span>
            <input
              name={field}
              type={type}
              inputMode={inputMode}
              // Its one line would lose a line's end, and join the words around it.
              defaultValue={row[field].replaceAll(/\s*\n\s*/g, ' ')}
              placeholder={placeholder}
              className={styles.cell}
              autoComplete="off"
              readOnly={isSent}
              onPaste={(event) => onPaste(event, index)}
              aria-label={`${label}, row ${number}`}
              aria-invalid={problem && !problem.isWarning ? 'true' : undefined}
              aria-describedby={problem ? errorId : undefined}
            />
            {problem ? (
              <em id={errorId} className={problem.isWarning ? styles.mind : styles.wrong}>
                {problem.message}
              </em>
            ) : null}
          </label>
        )
      })}
      <Button look="plain" size="small" onClick={onRemove} aria-label={`Remove row ${number}`}>
        <IconTrash size={18} stroke={1.75} aria-hidden="true" />
      </Button>
    </li>
  )
}

/** Adds a list as one that is pasted into its box, from this row on. @returns whether the form has one */
function addList(form: HTMLFormElement | null, text: string, row: number): boolean {
  const box = form?.elements.namedItem('pasted')
  const at = form?.elements.namedItem('at')
  const add = form?.querySelector<HTMLButtonElement>('button[name="intent"][value="add"]')
  if (!(box instanceof HTMLTextAreaElement) || !(at instanceof HTMLInputElement) || !add) return false
  box.value = [box.value, text].filter(Boolean).join('\n')
  at.value = String(row)
  form!.requestSubmit(add)
  return true
}

interface ManyAtOnceProps {
  label: string
  placeholder: string
  note?: ReactNode
  /** What was pasted before and could not be read. */
  unread?: string
  /** What is asked about it. */
  question?: ColumnQuestion | null
}

/** A place to paste or upload many. */
export const ManyAtOnce = ({ label, placeholder, note, unread, question }: ManyAtOnceProps) => (
  <Card title="Many at once">
    <label htmlFor="pasted">{label}</label>
    <textarea
      id="pasted"
      name="pasted"
      rows={4}
      className={styles.cell}
      placeholder={placeholder}
      defaultValue={unread}
    />
    {question ? <ColumnChoice question={question} /> : null}
    <div className="row">
      <label htmlFor="file">or a file, CSV or Excel</label>
      <input id="file" name="file" type="file" accept={LIST_FILES} className={styles.file} />
      <SubmitButton look="quiet" size="small" name="intent" value="add">
        Add to the list
      </SubmitButton>
    </div>
    {note ? <p className="muted small">{note}</p> : null}
  </Card>
)
