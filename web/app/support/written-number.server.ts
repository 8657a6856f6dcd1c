import { formatPhoneNumber } from '#kit/phone.ts'

/** Someone with their number as people write it: programs get it with its country code. */
export const withWrittenNumber = <Person extends { phoneNumber: string | null }>(person: Person): Person => ({
  ...person,
  phoneNumber: person.phoneNumber && formatPhoneNumber(person.phoneNumber),
})
