import { use, useEffect, useRef } from 'react'
import { Button } from '#web/ui/kit/button.tsx'
import { FailureContext } from '#web/ui/kit/failure-context.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { useScript } from '#web/ui/use-script.ts'
import styles from './entrance.module.css'

/** What reCAPTCHA calls the field that its widget puts into the form. */
export const CAPTCHA_FIELD = 'g-recaptcha-response'

/** The widest the widget gets; narrower, it has a look of its own. */
const NORMAL_WIDTH_PX = 304

export interface CaptchaProps {
  siteKey: string
  scriptUrl: string
}

/** What reCAPTCHA v2 documents, as far as it is used here. */
interface Recaptcha {
  ready(callback: () => void): void
  render(
    container: HTMLElement,
    options: { sitekey: string; theme: 'light' | 'dark'; size: 'normal' | 'compact' },
  ): number
  reset(widget: number): void
}
const findRecaptcha = (page: Window): Recaptcha | undefined => (page as { grecaptcha?: Recaptcha }).grecaptcha

/** “I'm not a robot”, as reCAPTCHA asks it; its answer goes along with the form. */
export function Captcha({ siteKey, scriptUrl }: CaptchaProps) {
  const { colourScheme } = usePageSettings()
  const script = useScript(scriptUrl)
  const box = useRef<HTMLDivElement>(null)
  const widget = useRef<number | null>(null)
  const failure = use(FailureContext)
  const wrong = failure?.fields.recaptchaToken
  useEffect(() => {
    const container = box.current
    const recaptcha = findRecaptcha(window)
    if (script.state !== 'ready' || !container || !recaptcha) return
    recaptcha.ready(() => {
      widget.current ??= recaptcha.render(container, {
        sitekey: siteKey,
        theme: colourScheme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
        size: container.clientWidth < NORMAL_WIDTH_PX ? 'compact' : 'normal',
      })
    })
  }, [script.state, siteKey, colourScheme])
  useEffect(() => {
    // An answer holds for one try.
    if (failure && widget.current !== null) findRecaptcha(window)?.reset(widget.current)
  }, [failure])
  return (
    <fieldset className={styles.person} aria-label="That you are a person" data-field="recaptchaToken" tabIndex={-1}>
      <div ref={box} className={styles.captcha} />
      <noscript>
        <p>Opening an account needs JavaScript: we ask whether you are a person.</p>
      </noscript>
      {script.state === 'failed' ? (
        <Notice tone="warning" role="alert" title="We cannot ask just now whether you are a person">
          <p>An account cannot be opened without. Try again in a moment; nothing you typed is lost.</p>
          <p>
            <Button look="quiet" size="small" onClick={script.retry}>
              Try again
            </Button>
          </p>
        </Notice>
      ) : null}
      {wrong ? (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      ) : null}
    </fieldset>
  )
}
