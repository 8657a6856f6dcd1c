import { useCan } from './app-data.ts'
import { type RoleLabels, roleLabelsFor } from './roles.ts'

export const useRoleLabels = (): RoleLabels => roleLabelsFor(useCan())
