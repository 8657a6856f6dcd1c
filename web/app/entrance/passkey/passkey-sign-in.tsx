import { paths } from '#web/paths.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import styles from './passkey.module.css'
import { PasskeyButton, signWithPasskey, useHasPasskeys } from './passkey-button.tsx'

/** Signing in by a passkey alone. */
export function PasskeySignIn({ next }: { next: string }) {
  if (!useHasPasskeys()) return null
  return (
    <ActionForm action={paths.signInPasskey}>
      <input type="hidden" name="next" value={next} />
      <PasskeyButton className={styles.wide} perform={() => signWithPasskey(paths.signInPasskeyChallenge)}>
        Use a passkey
      </PasskeyButton>
    </ActionForm>
  )
}
