/** The inputs of Checkout.com's Frames v2, by the name of the class of their containers. */
export type FrameName = 'card-number' | 'expiry-date' | 'cvv'

export interface TokenizedCard {
  token: string
  scheme?: string
  last4?: string
}

interface FramesEvents {
  frameActivated: { element: FrameName }
  frameFocus: { element: FrameName }
  frameBlur: { element: FrameName }
  frameValidationChanged: { element: FrameName; isValid: boolean; isEmpty: boolean }
  cardTokenized: TokenizedCard
  cardTokenizationFailed: { errorCode?: string; message?: string }
}
type FramesEvent = keyof FramesEvents
export type FramesHandlers = { [Event in FramesEvent]: (detail: FramesEvents[Event]) => void }

type TextStyle = Partial<Record<'color' | 'fontSize' | 'fontFamily', string>>

/** What Frames v2 documents, as far as it is used here. */
export interface Frames {
  /** Draws the inputs into their containers; again, where they have been drawn anew. */
  init(config: {
    publicKey: string
    localization: 'EN-GB'
    style: { base: TextStyle; invalid: TextStyle; placeholder: { base: TextStyle } }
  }): void
  addEventHandler<Event extends FramesEvent>(event: Event, handler: FramesHandlers[Event]): void
  removeAllEventHandlers(event: FramesEvent): void
  /** Rejects where the card is incomplete or the provider refuses it. */
  submitCard(): Promise<unknown>
  /** Lets a card be submitted again, and keeps what was typed. */
  enableSubmitForm(): void
}

/** Once the provider's script has run. */
export const framesOf = (page: Window): Frames | undefined => (page as { Frames?: Frames }).Frames

/**
 * Draws the inputs in the colours of the element around them, and listens.
 * @returns what takes the listeners off again
 * @throws where the provider's script cannot draw them
 */
export function drawFrames(publicKey: string, around: Element, handlers: FramesHandlers): () => void {
  const frames = framesOf(window)
  if (!frames) throw new Error('the script has left no Frames')
  const colours = getComputedStyle(around)
  const colour = (token: string) => ({ color: colours.getPropertyValue(token).trim() })
  frames.init({
    publicKey,
    localization: 'EN-GB',
    style: {
      base: { ...colour('--ink'), fontSize: '16px', fontFamily: 'system-ui, sans-serif' },
      invalid: colour('--danger'),
      placeholder: { base: colour('--muted') },
    },
  })
  const events = Object.keys(handlers) as FramesEvent[]
  for (const event of events) frames.addEventHandler(event, handlers[event])
  return () => {
    for (const event of events) frames.removeAllEventHandlers(event)
  }
}
