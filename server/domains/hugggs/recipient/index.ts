/** The recipient's page and what it does. */
export { type ChangesOfDay, markChangesCredited, nextChangeCreditAt, uncreditedChanges } from './changes.ts'
export { type ChoiceRemainder, choiceRemainders, giveBackRemainder } from './choice-remainders.ts'
export { fetchAwaitedCodes } from './fetch-awaited-codes.ts'
export { serializeRecipientGift } from './gift-page.ts'
export { isConnected } from './reveal-gift.ts'
export { recipientRoutes } from './routes.ts'
