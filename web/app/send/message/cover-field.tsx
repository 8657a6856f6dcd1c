import wizard from '#web/ui/wizard/wizard.module.css'
import styles from './cover-field.module.css'

/** A picture above the message on the gift's page. */
export const CoverField = ({ cover, error }: { cover: string | null; error: string | undefined }) => (
  <div className={styles.cover}>
    <label htmlFor="cover">Picture above your message (optional)</label>
    {cover ? <img src={new URL(cover, 'http://here').pathname} alt="The chosen one" width="160" height="90" /> : null}
    <input
      id="cover"
      name="cover"
      type="file"
      accept="image/png,image/jpeg,image/webp,image/svg+xml"
      className={wizard.file}
      aria-describedby={error ? 'cover-error' : 'cover-hint'}
    />
    <p id="cover-hint" className="muted small">
      PNG, JPEG, WebP or SVG, at most 2 MB. It is shown once you save, on their page and not in the email.
    </p>
    {error ? (
      <p id="cover-error" className={styles.error}>
        {error}
      </p>
    ) : null}
    {cover ? (
      <label className="row">
        <input type="checkbox" name="coverGone" value="yes" /> Remove the picture
      </label>
    ) : null}
  </div>
)
