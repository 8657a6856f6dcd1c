import { type OperatorPermission, operatorMay, operatorPermissions } from '#contract/core/operators.ts'
import { useOperator } from './console.tsx'
import { roleLabels } from './labels.ts'

interface ForRoleProps {
  needs: OperatorPermission
  /** What the role does, after its name: “cancels and refunds gifts.” */
  children: string
}

/** Who does what the reader may not: said where the act would stand. */
export function ForRole({ needs, children }: ForRoleProps) {
  const { role } = useOperator()
  if (operatorMay(role, needs)) return null
  return (
    <p className="muted">
      {roleLabels[operatorPermissions[needs]]} {children}
    </p>
  )
}
