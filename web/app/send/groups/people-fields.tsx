import { SelectField, TextAreaField } from '#web/ui/kit/form.tsx'
import { ColumnChoice, type ColumnQuestion } from '#web/ui/wizard/column-question.tsx'
import { LIST_FILES } from '#web/ui/wizard/rows.ts'
import wizard from '#web/ui/wizard/wizard.module.css'

interface PeopleFieldsProps {
  /** Purchases whose people can be taken over. */
  purchases: readonly { id: string; label: string }[]
  /** The one that is chosen already. */
  purchase?: string
  /** Whether texts can be sent here. */
  sendsTexts: boolean
  /** Which of a pasted list’s columns is meant. */
  question: ColumnQuestion | null
}

/** Where people of a group come from: a purchase, a list that is pasted, a file. */
export const PeopleFields = ({ purchases, purchase = '', sendsTexts, question }: PeopleFieldsProps) => (
  <>
    {purchases.length ? (
      <SelectField
        name="transactionId"
        label="People of a purchase (optional)"
        defaultValue={purchase}
        data={[{ value: '', label: 'None' }, ...purchases.map(({ id, label }) => ({ value: id, label }))]}
      />
    ) : null}
    {sendsTexts ? (
      <SelectField
        name="channel"
        label="The list holds"
        data={[
          { value: 'email', label: 'Email addresses' },
          { value: 'sms', label: 'Mobile numbers' },
        ]}
      />
    ) : null}
    <TextAreaField name="pasted" label="Paste addresses, or rows of a spreadsheet (optional)" rows={4} />
    {question ? <ColumnChoice question={question} /> : null}
    <div className="row">
      <label htmlFor="file">or a file, CSV or Excel</label>
      <input id="file" name="file" type="file" accept={LIST_FILES} className={wizard.file} />
    </div>
  </>
)
