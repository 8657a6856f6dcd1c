import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { humanise } from '../../ui/format.ts'
import { Button } from '../../ui/kit/button.tsx'
import { Card } from '../../ui/kit/card.tsx'
import type { Failure } from '../../ui/kit/failure.ts'
import { ActionForm, SelectField, TextAreaField, TextField } from '../../ui/kit/form.tsx'
import { giftwrapNames } from '../../ui/wraps/index.ts'
import { useCan } from '../shell/app-data.ts'
import { StepFoot } from '../wizard/step-foot.tsx'
import { useGiftDraft } from './draft.ts'
import frames from './preview-frame.module.css'
import { PriceCard } from './price-card.tsx'
import styles from './send.module.css'
import { isAnswered, stepPath } from './steps.ts'

const SAVE_AFTER_MS = 700

interface MessageFormProps {
  failure: Failure | null | undefined
  reasonCodes: readonly string[]
  reasonRequired: boolean
  /** As the sender is called unless they say otherwise. */
  senderName: string
}

/** What recipients read, in which wrapping, and beside it what they will see. */
export function MessageForm({ failure, reasonCodes, reasonRequired, senderName }: MessageFormProps) {
  const { order, product, quote } = useGiftDraft()
  const { version, saveSoon, isSaving } = useAutosave()
  return (
    <div className={styles.message}>
      <ActionForm failure={failure} onInput={(event) => saveSoon(event.currentTarget)}>
        <Card>
          <TextAreaField
            name="message"
            label="Message"
            description="Everybody reads it, unless a recipient has a message of their own."
            defaultValue={order.message ?? ''}
            autosize={false}
            rows={5}
            maxLength={2000}
          />
          <TextField name="fromName" label="From" defaultValue={order.fromName ?? senderName} maxLength={100} />
          <Giftwraps chosen={order.themeId} />
        </Card>
        <Card title="For your records">
          <TextField name="name" label="Name of this purchase" defaultValue={order.name ?? ''} maxLength={255} />
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
        <StepFoot back={stepPath(order.id, 'recipients')} />
      </ActionForm>
      <section className="stack" aria-label="Preview">
        <div className="row" style={{ justifyContent: 'space-between' }}>
          <h2>As they see it</h2>
          <span className="muted small" role="status">
            {isSaving ? 'Saving' : version > 0 ? 'Draft saved' : ''}
          </span>
        </div>
        <Preview orderId={order.id} version={order.dateModified} />
        <PriceCard product={product} quote={quote} counted={isAnswered('recipients', order)} />
        <noscript>
          <p className="muted small">It shows the draft as it was last saved.</p>
        </noscript>
      </section>
    </div>
  )
}

/** Saves the draft when typing pauses, and has the preview drawn again. */
function useAutosave() {
  const fetcher = useFetcher<{ saved: boolean }>()
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
      void fetcher.submit(fields, { method: 'post' })
    }, SAVE_AFTER_MS)
  }
  return { version, saveSoon, isSaving: fetcher.state !== 'idle' }
}

function Giftwraps({ chosen }: { chosen: string | null }) {
  const can = useCan()
  if (!can('use-theme'))
    return <p className="muted">Gifts go out in our own wrapping: your role does not choose another one.</p>
  const current = chosen && giftwrapNames.includes(chosen) ? chosen : giftwrapNames[0]
  return (
    <fieldset className={styles.wraps}>
      <legend>Giftwrap</legend>
      {giftwrapNames.map((name) => (
        <label key={name} className={styles.wrap}>
          <input type="radio" name="themeId" value={name} defaultChecked={name === current} />
          <img src={`/previews/${name}.jpg`} alt="" width="120" height="120" loading="lazy" />
          {humanise(name)}
        </label>
      ))}
    </fieldset>
  )
}

function Preview({ orderId, version }: { orderId: string; version: string }) {
  const [state, setState] = useState<'opened' | 'wrapped'>('opened')
  return (
    <>
      <div className="row">
        {(['wrapped', 'opened'] as const).map((name) => (
          <Button
            key={name}
            look={name === state ? 'quiet' : 'plain'}
            size="small"
            aria-pressed={name === state}
            onClick={() => setState(name)}
          >
            {name === 'wrapped' ? 'Wrapped' : 'Opened'}
          </Button>
        ))}
      </div>
      <iframe
        className={frames.preview}
        title="The gift as its recipient sees it"
        src={`/send/${orderId}/preview?state=${state}&version=${encodeURIComponent(version)}`}
        loading="lazy"
      />
    </>
  )
}
