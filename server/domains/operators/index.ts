import type { Domain } from '#server/platform/http/domain.ts'
import { provideOtherOperators } from '#server/platform/two-operators.ts'
import { hasOtherOperators } from './queries.ts'
import { operatorsRetention } from './retention.ts'
import { operatorRoutes } from './routes.ts'

/** Operators: who runs the installation, and what they see of everything below. */
export { authenticateOperator } from './authenticate-operator.ts'
export { addOperator, deactivateOperator, presetOperator, resetOperator } from './change-operator.ts'
export { examine } from './examine.ts'
export { operators } from './queries.ts'

export const operatorsDomain: Domain = {
  name: 'operators',
  routes: operatorRoutes,
  register: (posy) => {
    provideOtherOperators(posy, hasOtherOperators)
    posy.retention.push(...operatorsRetention(posy.config.retention))
  },
}
