import { Link } from 'react-router'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths, withQuery } from '#web/paths.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, FormActions, TextAreaField, TextField } from '#web/ui/kit/form.tsx'
import options from '#web/ui/kit/options.module.css'
import { tellApart } from '#web/ui/tell-apart.ts'
import wizard from '#web/ui/wizard/wizard.module.css'
import { layoutLabels } from '../labels.ts'
import styles from './cards.module.css'
import type { Cards } from './load-cards.server.ts'
import { DesignPicture } from './picture.tsx'

/** The template, and what is the same on every card. */
export function Design({
  transaction,
  templates,
  template,
  printable,
  isSaved,
  failure,
}: Cards & { failure: Failure | null }) {
  const shown = isSaved ? printable : null
  const apart = tellApart(templates, ({ name }) => name)
  const makesTemplates = useCan()('manage-team-information')
  // What the purchase says already is what a card says first.
  const ofPurchase: Record<string, string | null> = { message: transaction.message, from: transaction.from_name }
  return (
    <Card title="What the cards say">
      <ul className={`${options.options} ${styles.designs}`} aria-label="Templates">
        {templates.map((one) => {
          const { id, name, layout, dateModified } = one
          return (
            <li key={id}>
              <Link
                to={withQuery(paths.purchaseCards(transaction.id), { template: id })}
                className={`${options.option} ${styles.choice}`}
                aria-current={id === template.id ? 'true' : undefined}
                preventScrollReset
              >
                <DesignPicture template={{ id, dateModified }} product={transaction.product_id} />
                <span>
                  <strong>{name}</strong>
                  <span className="visually-hidden">{apart(one)}</span>
                  <span className="muted small">{layoutLabels[layout]}</span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {makesTemplates ? (
        <p className="small">
          <Link to={paths.cardTemplate('new')}>Make a template of your own</Link>
        </p>
      ) : null}
      <ActionForm failure={failure} encType="multipart/form-data" preventScrollReset>
        <input type="hidden" name="template" value={template.id} />
        {template.dynamicData.map(({ name, label, optional, defaultValue, placeholder }) => {
          const field = {
            name: `data.${name}`,
            label: optional ? `${label} (optional)` : label,
            placeholder,
            defaultValue: shown?.data[name] ?? ofPurchase[name] ?? defaultValue,
          }
          return name === 'message' ? (
            <TextAreaField key={name} {...field} rows={4} maxLength={2000} />
          ) : (
            <TextField key={name} {...field} maxLength={2000} />
          )
        })}
        <LogoField logo={shown?.logo ?? null} error={failure?.fields.logoFile} gone="Print no logo" />
        <details className={styles.wording} open={failure?.fields.body !== undefined}>
          <summary>Change the whole text</summary>
          <TextAreaField
            name="body"
            label="Text of the card"
            description={`# begins a heading, ** makes bold. In its place: ${[...template.dynamicRecipientData, ...template.dynamicData].map(({ name }) => `{{${name}}}`).join(', ')}, {{product}}, {{team}}, {{expiry}}.`}
            defaultValue={shown?.body ?? template.body}
            rows={8}
            maxLength={10_000}
          />
        </details>
        <FormActions>
          <SubmitButton name="intent" value="design">
            {shown ? 'Save' : 'Save and continue'}
          </SubmitButton>
          {shown ? (
            <LinkButton look="quiet" to={paths.purchaseCardSample(transaction.id)} reloadDocument target="_blank">
              See a sample (PDF)
            </LinkButton>
          ) : null}
        </FormActions>
      </ActionForm>
      {shown ? (
        <figure className={styles.sample}>
          <figcaption className="muted small">As it is saved, with a code that opens nothing.</figcaption>
          <img
            className={styles.picture}
            src={paths.purchaseCardSample(transaction.id, shown.version)}
            alt="A sample of the card"
            width="298"
            height="421"
          />
        </figure>
      ) : null}
    </Card>
  )
}

interface LogoFieldProps {
  logo: string | null
  error: string | undefined
  /** What a tick does, that takes the logo away. */
  gone: string
}

/** A picture to print at the top, for as long as it is kept. */
export const LogoField = ({ logo, error, gone }: LogoFieldProps) => (
  <div className={styles.logo}>
    <label htmlFor="logoFile">Logo (optional)</label>
    {logo ? <img src={new URL(logo, 'http://here').pathname} alt="Logo on the cards" /> : null}
    <input
      id="logoFile"
      name="logoFile"
      type="file"
      accept="image/png,image/jpeg,image/webp,image/svg+xml"
      className={wizard.file}
      aria-describedby={error ? 'logo-error' : undefined}
    />
    {error ? (
      <p id="logo-error" className={styles.error}>
        {error}
      </p>
    ) : null}
    {logo ? (
      <label className="row">
        <input type="checkbox" name="logoGone" value="yes" /> {gone}
      </label>
    ) : null}
  </div>
)
