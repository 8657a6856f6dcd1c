import wizard from '#web/ui/wizard/wizard.module.css'
import styles from './cover-field.module.css'

interface CoverFieldProps {
  cover: string | null
  error: string | undefined
  name?: string
  /** Of the box that takes the picture away. */
  goneName?: string
  label?: string
}

/** A picture on the gift's page: above the message, unless its label says where. */
export function CoverField(props: CoverFieldProps) {
  const {
    cover,
    error,
    name = 'cover',
    goneName = 'coverGone',
    label = 'Picture above your message (optional)',
  } = props
  return (
    <div className={styles.cover}>
      <label htmlFor={name}>{label}</label>
      {cover ? <img src={new URL(cover, 'http://here').pathname} alt="The chosen one" width="160" height="90" /> : null}
      <input
        id={name}
        name={name}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        className={wizard.file}
        aria-describedby={error ? `${name}-error` : `${name}-hint`}
      />
      <p id={`${name}-hint`} className="muted small">
        PNG, JPEG, WebP or SVG, at most 2 MB. It is shown once you save, on their page and not in the email.
      </p>
      {error ? (
        <p id={`${name}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
      {cover ? (
        <label className="row">
          <input type="checkbox" name={goneName} value="yes" /> Remove the picture
        </label>
      ) : null}
    </div>
  )
}
