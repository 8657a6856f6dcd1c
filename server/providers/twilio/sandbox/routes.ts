import {
  clearSandboxPhoneFailures,
  getSandboxPhone,
  planSandboxPhoneFailure,
  replyFromSandboxPhone,
} from '#contract/sandbox/phone.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { type PhoneFailures, specialNumbers } from './failures.ts'

/** What a person may do at the simulated phone network. */
export function phoneRoutes(failures: PhoneFailures, reply: (from: string, text: string) => void): Route[] {
  const serializeSandboxPhone = async () => ({
    data: {
      numbers: Object.entries(specialNumbers).map(([number, failure]) => ({ number, failure })),
      planned: failures.planned(),
    },
  })
  return [
    read(getSandboxPhone, serializeSandboxPhone),
    read(planSandboxPhoneFailure, ({ body }) => {
      failures.next(body.failure, body.times)
      return serializeSandboxPhone()
    }),
    read(clearSandboxPhoneFailures, () => {
      failures.clear()
      return serializeSandboxPhone()
    }),
    read(replyFromSandboxPhone, ({ body }) => {
      reply(body.from, body.text)
      return serializeSandboxPhone()
    }),
  ]
}
