import { TextField } from '#web/ui/kit/form.tsx'

/** Which codes will do: those of the app and recovery codes, or one kind alone. */
type Kind = 'any' | 'app' | 'recovery'

interface CodeFieldProps {
  name?: string
  kind?: Kind
  /** A passkey will do as well. */
  isOptional?: boolean
}

const words: Record<Kind, { label: string; description: string }> = {
  any: { label: 'Code', description: 'From your authenticator app, or a recovery code.' },
  app: { label: 'Six-digit code', description: 'The one your app shows now.' },
  recovery: { label: 'Recovery code', description: 'One of the ten you kept. Each works once.' },
}

/** The code of an authenticator app, or a recovery code. */
export const CodeField = ({ name = 'code', kind = 'any', isOptional = false }: CodeFieldProps) => (
  <TextField
    name={name}
    {...words[kind]}
    inputMode={kind === 'app' ? 'numeric' : 'text'}
    autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
    autoCapitalize="none"
    spellCheck={false}
    required={!isOptional}
    maxLength={40}
  />
)
