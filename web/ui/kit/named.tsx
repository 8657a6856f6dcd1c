import { Link } from 'react-router'

interface NamedProps {
  name: string | null
  email: string
  /** Their page. */
  to?: string
}

/** A person by their name, and by their address where both are known. */
export function Named({ name, email, to }: NamedProps) {
  const called = name ?? email
  return (
    <span className="two-lines">
      {to ? (
        <Link to={to} prefetch="intent">
          {called}
        </Link>
      ) : (
        <span>{called}</span>
      )}
      {called === email ? null : <span className="muted small">{email}</span>}
    </span>
  )
}
