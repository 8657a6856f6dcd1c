import { useState } from 'react'
import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Quote, SuperhugggOrder } from '#contract/orders/orders.ts'
import { daysValid } from '#web/app/catalogue/days-valid.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, SelectField, TextAreaField, TextField } from '#web/ui/kit/form.tsx'
import { TagsField } from '#web/ui/kit/tags-field.tsx'
import { EnterContinues, StepFoot } from '#web/ui/wizard/step-foot.tsx'
import { ChoiceCard } from '../choice/choice-card.tsx'
import { CoverField } from '../cover-field.tsx'
import { Giftwraps } from '../giftwraps.tsx'
import { PreviewFrame } from '../message/preview-frame.tsx'
import { PriceCard } from '../price-card.tsx'
import type { ShareableFormData } from './load-shareable-form.server.ts'

/** Where people claim, and what each finds then. */
const views = { wrapped: 'Where they claim', opened: 'Opened' } as const

interface ShareableFormProps extends ShareableFormData {
  product: Product
  order: SuperhugggOrder | null
  quote: Quote | null
  failure: Failure | null | undefined
}

/** Gifts for one link: how many, who may claim them, and what they read. */
export function ShareableForm(props: ShareableFormProps) {
  const { product, order, quote, failure } = props
  return (
    <div className="columns">
      <ActionForm failure={failure} noValidate encType="multipart/form-data">
        <EnterContinues />
        <Claiming {...props} />
        <Wording {...props} />
        {props.choice ? <ChoiceCard {...props.choice} /> : null}
        <Records {...props} />
        <StepFoot back={order ? paths.send : paths.sendProduct(product.id)} />
      </ActionForm>
      <div className="stack">
        {order ? (
          <section className="stack" id="preview" aria-label="Preview">
            <h2>As they see it</h2>
            <PreviewFrame orderId={order.id} version={order.dateModified} views={views} />
            <p className="muted small">It shows the draft as it was last saved.</p>
          </section>
        ) : null}
        <PriceCard product={product} quote={quote} counted={order?.limit != null} />
        <p className="muted small">
          All gifts are paid now. What no one claims is returned to you when you end the link.
        </p>
      </div>
    </div>
  )
}

function Claiming({ order, product, sendsTexts, mostDays, failure }: ShareableFormProps) {
  const [method, setMethod] = useState(failure?.values.claimMethod ?? order?.claimMethod ?? 'email')
  const allowed = order?.claimRestrictions
  const only = [...(allowed?.emailEndings ?? []), ...(allowed?.numberPrefixes ?? [])].join(', ')
  const most = daysValid(product, mostDays)
  const byText = method === 'sms'
  return (
    <Card title="Who can claim">
      <TextField
        name="limit"
        type="number"
        label="Number of gifts"
        min={1}
        max={10_000}
        inputMode="numeric"
        defaultValue={order?.limit ?? ''}
      />
      <TextField
        name="perPerson"
        type="number"
        label="Gifts for each person, at most"
        min={1}
        inputMode="numeric"
        defaultValue={order?.perPerson ?? '1'}
      />
      {sendsTexts ? (
        <SelectField
          name="claimMethod"
          label="People claim with"
          defaultValue={method}
          onChange={(event) => setMethod(event.currentTarget.value)}
          data={[
            { value: 'email', label: 'A code sent by email' },
            { value: 'sms', label: 'A code sent by text message' },
          ]}
        />
      ) : (
        <p className="muted">People claim with a code that is sent to their email address.</p>
      )}
      <TextField
        name="only"
        label={byText ? 'Only numbers beginning with (optional)' : 'Only addresses ending in (optional)'}
        description="If you leave this empty, everyone with the link can claim. Separate several with commas."
        placeholder={byText ? '+44' : '@acme.example'}
        defaultValue={only}
      />
      <TextField
        name="expiry"
        type="date"
        label="Last day to claim and use (optional)"
        description={`The end of that day in London. If you leave this empty, gifts last ${plural(most, 'day')}.`}
        defaultValue={order?.hugggExpiryDate?.slice(0, 'YYYY-MM-DD'.length) ?? ''}
      />
    </Card>
  )
}

const Wording = ({ order, senderName, themes, defaultThemeId, failure }: ShareableFormProps) => (
  <Card title="What they see">
    <TextAreaField name="message" label="Message" defaultValue={order?.message ?? ''} rows={4} maxLength={2000} />
    <TextField name="fromName" label="From" defaultValue={order?.fromName ?? senderName} maxLength={100} />
    <CoverField cover={order?.coverImage ?? null} error={failure?.fields.cover} />
    <Giftwraps chosen={order?.themeId ?? null} themes={themes} defaultThemeId={defaultThemeId} />
    <div>
      <SubmitButton look="quiet" name="intent" value="look">
        Save and see it as they do
      </SubmitButton>
    </div>
  </Card>
)

const Records = ({ order, usedTags, reasonCodes, reasonRequired }: ShareableFormProps) => (
  <Card title="For your records">
    <TextField name="name" label="Name of this purchase (optional)" defaultValue={order?.name ?? ''} maxLength={255} />
    <TagsField tags={order?.tags ?? []} used={usedTags} />
    {reasonCodes.length ? (
      <SelectField
        name="reasonCode"
        label={reasonRequired ? 'Reason' : 'Reason (optional)'}
        defaultValue={order?.reasonCode ?? ''}
        data={[{ value: '', label: 'No reason given' }, ...reasonCodes.map((code) => ({ value: code, label: code }))]}
      />
    ) : null}
    <TextField
      name="purchaseOrderNumber"
      label="Purchase order number (optional)"
      defaultValue={order?.purchaseOrderNumber ?? ''}
      maxLength={100}
    />
  </Card>
)
