import { mayCorrectRecipient } from '#contract/hugggs/correct-recipient.ts'
import { useAppData } from '#web/app/shell/app-data.ts'

/** Whether the reader corrects where a gift goes that someone sent, by email or text. */
export function useCorrectsRecipients(): (senderId: string, channel: 'email' | 'sms') => boolean {
  const { permissions, initialUser } = useAppData()
  return (senderId, channel) => mayCorrectRecipient(permissions, { isOwn: senderId === initialUser?.id, channel })
}
