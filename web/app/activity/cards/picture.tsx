import { paths } from '#web/paths.ts'
import styles from './cards.module.css'

interface DesignPictureProps {
  template: { id: string; dateModified: string }
  product: string | null
}

/** A template as it is printed. Its name stands beside it. */
export const DesignPicture = ({ template: { id, dateModified }, product }: DesignPictureProps) => (
  <img
    className={styles.picture}
    src={paths.cardDesign(id, { product: product ?? undefined, version: dateModified })}
    alt=""
    width="298"
    height="421"
    loading="lazy"
  />
)
