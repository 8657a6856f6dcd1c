import { TextField } from '#web/ui/kit/form.tsx'

interface CodeFieldProps {
  name?: string
  /** Where only the app will do. */
  appOnly?: boolean
}

/** The code of an authenticator app, or a recovery code. */
export const CodeField = ({ name = 'code', appOnly = false }: CodeFieldProps) => (
  <TextField
    name={name}
    label={appOnly ? 'Six-digit code' : 'Code'}
    description={appOnly ? 'The one your app shows now.' : 'From your authenticator app, or a recovery code.'}
    inputMode={appOnly ? 'numeric' : 'text'}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    required
    maxLength={40}
  />
)
