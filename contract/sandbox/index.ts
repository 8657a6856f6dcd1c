import { cardEndpoints } from './cards.ts'
import { clockEndpoints } from './clock.ts'
import { dnsEndpoints } from './dns.ts'
import { hrEndpoints } from './hr.ts'
import { issuerEndpoints } from './issuer.ts'
import { messageEndpoints } from './messages.ts'
import { monitoringEndpoints } from './monitoring.ts'
import { ownSandboxEndpoints } from './own.ts'
import { phoneEndpoints } from './phone.ts'
import { sandboxRailEndpoints } from './rails.ts'

/** What is there where the simulated outside world is: each party with what a test makes it do. */
export const sandboxEndpoints = {
  ...messageEndpoints,
  ...clockEndpoints,
  ...ownSandboxEndpoints,
  ...cardEndpoints,
  ...issuerEndpoints,
  ...sandboxRailEndpoints,
  ...phoneEndpoints,
  ...hrEndpoints,
  ...dnsEndpoints,
  ...monitoringEndpoints,
}
