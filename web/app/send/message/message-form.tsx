import { useEffect, useRef, useState } from 'react'
import type { ModelTheme } from '#contract/themes/themes.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, SelectField, TextAreaField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { TagsField } from '#web/ui/kit/tags-field.tsx'
import { useSideFetcher } from '#web/ui/kit/use-side-fetcher.ts'
import { StepFoot } from '#web/ui/wizard/step-foot.tsx'
import type { ChoiceToOffer } from '../choice/choice.server.ts'
import { ChoiceCard } from '../choice/choice-card.tsx'
import { dropPictures } from '../choice/fields.ts'
import { CoverField } from '../cover-field.tsx'
import { useGiftDraft } from '../draft.ts'
import { Giftwraps } from '../giftwraps.tsx'
import { PriceCard } from '../price-card.tsx'
import styles from '../send.module.css'
import { isAnswered } from '../steps.ts'
import { CardPreview, DesignChoice } from './designs.tsx'
import type { Designs } from './load-designs.server.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { Wordings } from './wordings.tsx'

const SAVE_AFTER_MS = 700
const FORM = 'message-form'

interface MessageFormProps {
  failure: Failure | null | undefined
  /** Where a test has just been sent. */
  testSentTo: string | null
  reasonCodes: readonly string[]
  reasonRequired: boolean
  /** Tags of the team's purchases. */
  usedTags: readonly string[]
  /** The team's own, and those of its parent. */
  themes: readonly ModelTheme[]
  /** Of gifts that name none. */
  defaultThemeId: string | null
  /** As the sender is called unless they say otherwise. */
  senderName: string
  /** Of cards that are printed. */
  designs: Designs | null
  /** For a sender who may narrow what recipients choose from. */
  choice: ChoiceToOffer | null
}

/** What recipients read, in which wrapping, and beside it what they will see. */
export function MessageForm(props: MessageFormProps) {
  const { failure, testSentTo, reasonCodes, reasonRequired, usedTags, themes } = props
  const { defaultThemeId, senderName, designs, choice } = props
  const { order, product, quote } = useGiftDraft()
  const { version, saveSoon, isSaving } = useAutosave()
  return (
    <div className={styles.message}>
      <ActionForm
        id={FORM}
        encType="multipart/form-data"
        failure={failure}
        onInput={(event) => saveSoon(event.currentTarget)}
      >
        {designs ? <DesignChoice {...designs} /> : null}
        <Card>
          <TextAreaField
            name="message"
            label="Message"
            description={
              designs
                ? 'It is on every card, and on the page that its code opens.'
                : 'Everyone reads it, unless a recipient has a message of their own.'
            }
            defaultValue={order.message ?? ''}
            rows={5}
            maxLength={2000}
          />
          <Wordings name="message" />
          <TextField name="fromName" label="From" defaultValue={order.fromName ?? senderName} maxLength={100} />
          <CoverField cover={order.coverImage} error={failure?.fields.cover} />
          <Giftwraps chosen={order.themeId} themes={themes} defaultThemeId={defaultThemeId} />
        </Card>
        {choice ? <ChoiceCard {...choice} /> : null}
        <Card title="For your records">
          <TextField
            name="name"
            label="Name of this purchase (optional)"
            defaultValue={order.name ?? ''}
            maxLength={255}
          />
          <TagsField tags={order.tags} used={usedTags} />
          {reasonCodes.length ? (
            <SelectField
              name="reasonCode"
              label={reasonRequired ? 'Reason' : 'Reason (optional)'}
              defaultValue={order.reasonCode ?? ''}
              data={[
                { value: '', label: 'No reason given' },
                ...reasonCodes.map((code) => ({ value: code, label: code })),
              ]}
            />
          ) : null}
          <TextField
            name="purchaseOrderNumber"
            label="Purchase order number (optional)"
            defaultValue={order.purchaseOrderNumber ?? ''}
            maxLength={100}
          />
        </Card>
        {/* What Enter in a field presses: without it, the first button below, which sends a test. */}
        <button type="submit" name="intent" value="next" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      </ActionForm>
      <section className="stack" aria-label="Preview">
        <div className="row apart">
          <h2>As they see it</h2>
          <span className="muted small" role="status">
            {isSaving ? 'Saving' : version > 0 ? 'Draft saved' : ''}
          </span>
        </div>
        {designs ? (
          <CardPreview {...designs} />
        ) : (
          <PreviewFrame
            orderId={order.id}
            version={order.dateModified}
            views={order.deliveryMethod === 'email' ? { ...views, email: 'The email' } : views}
          />
        )}
        {order.deliveryMethod === 'email' ? <TestEmail sentTo={testSentTo} /> : null}
        <PriceCard product={product} quote={quote} counted={isAnswered('recipients', order)} />
        <noscript>
          <p className="muted small">It shows the draft as it was last saved.</p>
        </noscript>
      </section>
      <StepFoot back={paths.draftStep(order.id, 'recipients')} form={FORM} />
    </div>
  )
}

/** Saves the draft when typing pauses, and has the preview drawn again. */
function useAutosave() {
  const fetcher = useSideFetcher<{ saved: boolean }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [version, setVersion] = useState(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (fetcher.data?.saved) setVersion((before) => before + 1)
  }, [fetcher.data])
  const saveSoon = (form: HTMLFormElement) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const fields = new FormData(form)
      fields.set('intent', 'autosave')
      // A picture is taken once, when the step is saved.
      fields.delete('cover')
      fields.delete('coverGone')
      dropPictures(fields)
      void fetcher.submit(fields, { method: 'post' })
    }, SAVE_AFTER_MS)
  }
  return { version, saveSoon, isSaving: fetcher.state !== 'idle' }
}

const views = { wrapped: 'Wrapped', opened: 'Opened' } as const

/** Sends the form as it is typed, so that the test says what is on the screen. */
const TestEmail = ({ sentTo }: { sentTo: string | null }) => (
  <div className="stack">
    <div className="row">
      <Button type="submit" form={FORM} name="intent" value="test" look="quiet" size="small">
        Send me a test
      </Button>
      <span className="muted small">To your own address. Nothing is bought.</span>
    </div>
    {sentTo ? (
      <Notice tone="success" role="status">
        A test is on its way to {sentTo}.
      </Notice>
    ) : null}
  </div>
)
