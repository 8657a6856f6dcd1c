import type { PrintableLayout } from '#contract/printables/printables.ts'
import cards from '#web/app/activity/cards/cards.module.css'
import { LogoField } from '#web/app/activity/cards/design.tsx'
import { DesignPicture } from '#web/app/activity/cards/picture.tsx'
import { layoutLabels } from '#web/app/activity/labels.ts'
import { paths, withQuery } from '#web/paths.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, FormActions, SelectField, TextAreaField, TextField } from '#web/ui/kit/form.tsx'

/** A template as its form shows it: fields are labels, one on each line. */
export interface EditedCardTemplate {
  id: string | null
  name: string
  layout: PrintableLayout
  body: string
  recipientFields: string
  sharedFields: string
  logo: string | null
  /** Empty where it is not saved yet. */
  dateModified: string
}

interface CardTemplateFormProps {
  template: EditedCardTemplate
  failure: Failure | undefined
}

export function CardTemplateForm({ template, failure }: CardTemplateFormProps) {
  const { id, name, layout, body, recipientFields, sharedFields, logo, dateModified } = template
  return (
    <Card title={id ? 'Card template' : 'New card template'}>
      <ActionForm key={`${id} ${logo}`} failure={failure} encType="multipart/form-data">
        <TextField name="name" label="Name" defaultValue={name} required maxLength={60} />
        <SelectField
          name="layout"
          label="Paper"
          defaultValue={layout}
          data={Object.entries(layoutLabels).map(([value, label]) => ({ value, label }))}
        />
        <TextAreaField
          name="recipientFields"
          label="Different on each card"
          description="One on each line, such as Name or Start date (optional). A letter asks for its address as well."
          defaultValue={recipientFields}
          rows={4}
        />
        <TextAreaField
          name="sharedFields"
          label="The same on every card"
          description="Asked for when gifts are printed, one on each line."
          defaultValue={sharedFields}
          rows={3}
        />
        <TextAreaField
          name="body"
          label="Text of the card"
          description="# begins a heading, ** makes bold. Start date is put in by {{startDate}}; {{product}}, {{team}} and {{expiry}} are always there."
          defaultValue={body}
          rows={10}
          maxLength={10_000}
        />
        <LogoField logo={logo} error={failure?.fields.logoFile} gone="Print the logo of the team or its theme" />
        <p className="muted small">
          The text can change at any time. Once gifts are printed by this template, its paper and what it asks for stay.
        </p>
        <FormActions>
          <SubmitButton>{id ? 'Save' : 'Save template'}</SubmitButton>
          {id ? (
            <>
              <LinkButton look="quiet" to={paths.cardTemplateSample(id)} reloadDocument target="_blank">
                See a sample (PDF)
              </LinkButton>
              <LinkButton look="plain" to={withQuery(paths.cardTemplate(id), { ask: 'delete' })} preventScrollReset>
                Delete template
              </LinkButton>
            </>
          ) : null}
        </FormActions>
      </ActionForm>
      {id ? (
        <figure className={cards.sample}>
          <figcaption className="muted small">As it is saved, with examples.</figcaption>
          <DesignPicture template={{ id, dateModified }} product={null} label="A sample of the card" />
        </figure>
      ) : null}
    </Card>
  )
}
