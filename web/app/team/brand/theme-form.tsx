import { type ReactNode, use, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { drawnGiftwraps } from '#contract/themes/themes.ts'
import { accentSchemes } from '#kit/accent.ts'
import { readForm } from '#web/http/read-form.ts'
import { fontNames } from '#web/ui/brand-fonts.ts'
import { humanise } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { FailureContext } from '#web/ui/kit/failure-context.ts'
import { ActionForm, FormActions, SelectField, SwitchField, TextField } from '#web/ui/kit/form.tsx'
import { WrapOptions } from '#web/ui/kit/wrap-options.tsx'
import styles from './brand.module.css'
import { BrandFrame, type Shown } from './brand-frame.tsx'
import { type EditedTheme, type Picture, type ThemeOutcome, themeShape } from './edited-theme.ts'

interface ThemeFormProps {
  theme: EditedTheme
  failure: Failure | null | undefined
  /** What takes the theme away. */
  remove: ReactNode
}

const shapeLabels = [
  { value: 'square', label: 'Square' },
  { value: 'rounded', label: 'Rounded' },
  { value: 'round', label: 'Round' },
]

const OUR_ACCENT = '#b3245b'

/** A brand, and beside it a gift that wears it as the form stands. */
export function ThemeForm({ theme, failure, remove }: ThemeFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState<Shown>(() => themePreviewState(theme))
  const refresh = () => form.current && setShown(readShown(new FormData(form.current)))
  const { branding } = theme
  return (
    <div className={styles.editor}>
      <ActionForm ref={form} failure={failure} encType="multipart/form-data" onInput={refresh}>
        <Card title={theme.id ? 'Theme' : 'New theme'}>
          <TextField name="name" label="Name" defaultValue={theme.name} required maxLength={60} />
          <PictureField kind="logo" label="Logo" picture={theme.logo} onKept={refresh} />
          <Accent accentHex={branding.accentHex} onPick={refresh} />
          <Emojis emojis={branding.reaction.quickEmojis} />
        </Card>
        <Card title="Giftwrap">
          <WrapOptions
            legend="Box"
            name="drawing"
            options={drawnGiftwraps.map((name) => ({ value: name, label: humanise(name), giftwrap: name }))}
            chosen={theme.drawing}
          />
          <PictureField kind="pattern" label="Your own pattern (optional)" picture={theme.pattern} onKept={refresh} />
        </Card>
        <Card title="Letters and shapes">
          <div className={styles.pair}>
            <SelectField name="heading" label="Headings" data={fontNames} defaultValue={branding.typography.heading} />
            <SelectField name="body" label="Text" data={fontNames} defaultValue={branding.typography.body} />
          </div>
          <div className={styles.pair}>
            <SelectField name="button" label="Buttons" data={shapeLabels} defaultValue={branding.button.shape} />
            <SelectField name="panel" label="Cards" data={shapeLabels} defaultValue={branding.panel.shape} />
            <SelectField name="form" label="Fields" data={shapeLabels} defaultValue={branding.form.shape} />
            <SelectField name="alert" label="Notices" data={shapeLabels} defaultValue={branding.alert.shape} />
          </div>
        </Card>
        <Card>
          <SwitchField
            name="isDefault"
            label="Use it for all gifts of the team"
            description="People may still choose another one for a gift."
            defaultChecked={theme.isDefault}
          />
          <FormActions>
            <SubmitButton>Save theme</SubmitButton>
            {remove}
          </FormActions>
        </Card>
      </ActionForm>
      <BrandFrame shown={shown} />
    </div>
  )
}

const themePreviewState = ({ branding, drawing, logo, pattern }: EditedTheme): Shown => ({
  accentHex: branding.accentHex ?? '',
  heading: branding.typography.heading,
  body: branding.typography.body,
  button: branding.button.shape,
  form: branding.form.shape,
  alert: branding.alert.shape,
  panel: branding.panel.shape,
  drawing,
  logo: picturePath(logo),
  pattern: picturePath(pattern),
  emojis: branding.reaction.quickEmojis.join(' '),
})

const picturePath = (picture: Picture | null): string => (picture ? new URL(picture.url, 'http://here').pathname : '')

function readShown(sent: FormData): Shown {
  const { heading, body, button, form, alert, panel, drawing, ...read } = readForm(sent, themeShape)
  const typed = read.accentHex.replace(/^#?/, '#')
  return {
    ...{ heading, body, button, form, alert, panel, drawing },
    accentHex: /^#[0-9a-f]{6}$/i.test(typed) ? typed.toLowerCase() : '',
    logo: read.logoGone ? '' : read.logoPath,
    pattern: read.patternGone ? '' : read.patternPath,
    emojis: [read.emoji1, read.emoji2, read.emoji3, read.emoji4, read.emoji5].join(' '),
  }
}

/** The team's colour; what is not readable is moved, and said. */
function Accent({ accentHex, onPick }: { accentHex: string | null; onPick: () => void }) {
  const failure = use(FailureContext)
  const [typed, setTyped] = useState(failure?.values.accentHex ?? accentHex ?? '')
  const hex = typed.trim().replace(/^#?/, '#').toLowerCase()
  const schemes = accentSchemes(hex === '#' ? null : hex)
  const isMoved = schemes !== null && schemes.light.accent !== hex
  return (
    <div className="stack">
      <div className={styles.colour}>
        <input
          type="color"
          aria-label="Pick the colour"
          value={schemes ? hex : OUR_ACCENT}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            // After the text field has it.
            setTimeout(onPick)
          }}
        />
        <TextField
          name="accentHex"
          label="Colour (optional)"
          description="Of buttons and links, such as #0f766e."
          value={typed}
          defaultValue={undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <p className="muted small" role="status">
        {isMoved ? `So that words on it can be read, buttons use ${schemes.light.accent}.` : ''}
      </p>
    </div>
  )
}

function Emojis({ emojis }: { emojis: readonly string[] }) {
  const failure = use(FailureContext)
  return (
    <fieldset className={styles.emojis}>
      <legend>Five emojis to say thank you with</legend>
      <div>
        {emojis.map((emoji, at) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: five places, which never move
            key={at}
            name={`emoji${at + 1}`}
            aria-label={`Emoji ${at + 1}`}
            defaultValue={failure?.values[`emoji${at + 1}`] ?? emoji}
            maxLength={32}
            autoComplete="off"
          />
        ))}
      </div>
      {failure?.fields.emoji ? <p className={styles.error}>{failure.fields.emoji}</p> : null}
    </fieldset>
  )
}

interface PictureFieldProps {
  kind: 'logo' | 'pattern'
  label: string
  picture: Picture | null
  onKept: () => void
}

/** A picture: kept as soon as it is chosen, so that the preview shows it; without scripts it goes with the form. */
function PictureField({ kind, label, picture, onKept }: PictureFieldProps) {
  const fetcher = useFetcher<ThemeOutcome>()
  const failure = use(FailureContext)
  const kept = fetcher.data?.kept?.picture ?? picture
  const error = fetcher.data?.failure?.fields[`${kind}File`] ?? fetcher.data?.failure?.message
  const shownError = error ?? failure?.fields[`${kind}File`]
  const keep = (file: File | undefined, input: HTMLInputElement) => {
    if (!file) return
    const body = new FormData()
    body.set('intent', 'keep')
    body.set('kind', kind)
    body.set('file', file)
    void fetcher.submit(body, { method: 'post', encType: 'multipart/form-data' }).then(() => {
      input.value = ''
      onKept()
    })
  }
  return (
    <div className={styles.picture}>
      <label htmlFor={`${kind}File`}>{label}</label>
      {kept ? (
        <div className="row">
          <img className={styles.logo} src={picturePath(kept)} alt={label} height="32" />
          <label>
            <input type="checkbox" name={`${kind}Gone`} /> Remove it
          </label>
        </div>
      ) : null}
      <input type="hidden" name={kind} value={kept?.key ?? ''} />
      <input type="hidden" name={`${kind}Path`} value={picturePath(kept)} />
      <input
        id={`${kind}File`}
        name={`${kind}File`}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        aria-describedby={`${kind}-help`}
        onChange={(event) => keep(event.currentTarget.files?.[0], event.currentTarget)}
      />
      <p id={`${kind}-help`} className="muted small" role="status">
        {fetcher.state === 'idle' ? 'PNG, JPEG, WebP or SVG, at most 2 MB.' : 'Uploading'}
      </p>
      {shownError ? (
        <p className={styles.error} role="alert">
          {shownError}
        </p>
      ) : null}
    </div>
  )
}
