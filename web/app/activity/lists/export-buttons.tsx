import { Form } from 'react-router'
import { Button } from '#web/ui/kit/button.tsx'
import styles from '../activity.module.css'

/** The whole list as a file, by the filters in the address. */
export const ExportButtons = () => (
  <Form method="post" className={styles.chips} aria-label="Export this list">
    <span className="muted small">Makes a file to download:</span>
    {['csv', 'xlsx'].map((format) => (
      <Button key={format} type="submit" look="quiet" size="small" name="format" value={format}>
        {format.toUpperCase()}
      </Button>
    ))}
  </Form>
)
