/** What people change of themselves: names, email address, phone number. */

export { emailChangeToken } from './email-change.ts'
export { emailChangeRoutes } from './email-change-routes.ts'
export { PHONE_CODE_MINUTES, phoneCode } from './phone-code.ts'
export { phoneRoutes } from './phone-routes.ts'
export { updateUser } from './update-user.ts'
