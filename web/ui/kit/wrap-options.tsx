import { paths } from '#web/paths.ts'
import styles from './wrap-options.module.css'

export interface WrapOption {
  value: string
  label: string
  giftwrap: string
  logoUrl?: string | null
}

interface WrapOptionsProps {
  legend: string
  name: string
  options: readonly WrapOption[]
  chosen: string
}

/** One of several boxes, each as a picture. */
export const WrapOptions = ({ legend, name, options, chosen }: WrapOptionsProps) => (
  <fieldset className={styles.wraps}>
    <legend>{legend}</legend>
    {options.map(({ value, label, giftwrap, logoUrl }) => (
      <label key={value} className={styles.wrap}>
        <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
        <img src={paths.boxPreview(giftwrap)} alt="" width="120" height="120" loading="lazy" />
        {logoUrl ? <img className={styles.logo} src={logoUrl} alt="" height="28" loading="lazy" /> : null}
        {label}
      </label>
    ))}
  </fieldset>
)
