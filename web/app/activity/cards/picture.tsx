import { paths } from '#web/paths.ts'
import styles from './cards.module.css'

interface DesignPictureProps {
  template: { id: string; dateModified: string }
  product: string | null
  /** Empty where its name stands beside it. */
  label?: string
}

/** A template as it is printed, with its examples. */
export const DesignPicture = ({ template: { id, dateModified }, product, label = '' }: DesignPictureProps) => (
  <img
    className={styles.picture}
    src={paths.cardDesign(id, { product: product ?? undefined, version: dateModified })}
    alt={label}
    width="298"
    height="421"
    loading="lazy"
  />
)
