interface Person {
  email?: string
  phoneNumber?: string
  name?: string
}

/** Someone of a list, as groups take them. */
export const toPerson = (channel: 'email' | 'sms', { address, name }: { address: string; name: string }): Person => ({
  ...(channel === 'sms' ? { phoneNumber: address } : { email: address }),
  ...(name && { name: name.slice(0, 200).toWellFormed() }),
})
