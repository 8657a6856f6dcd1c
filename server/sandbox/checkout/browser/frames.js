/**
 * The provider's Frames v2, as far as it is documented: `Frames.init` draws each input into its container, in a frame of
 * the provider's own. The page hears how the typing goes, and is given a token; never what was typed.
 */
;(() => {
  /** @typedef {'card-number' | 'expiry-date' | 'cvv'} FieldName */
  /** @type {FieldName[]} */
  const names = ['card-number', 'expiry-date', 'cvv']
  const Events = {
    READY: 'ready',
    FRAME_ACTIVATED: 'frameActivated',
    FRAME_FOCUS: 'frameFocus',
    FRAME_BLUR: 'frameBlur',
    FRAME_VALIDATION_CHANGED: 'frameValidationChanged',
    CARD_VALIDATION_CHANGED: 'cardValidationChanged',
    CARD_SUBMITTED: 'cardSubmitted',
    CARD_TOKENIZED: 'cardTokenized',
    CARD_TOKENIZATION_FAILED: 'cardTokenizationFailed',
  }
  const home = /** @type {HTMLScriptElement} */ (document.currentScript).src
  /** @type {Map<string, ((detail: any) => void)[]>} */
  const handlers = new Map()
  /** @type {Map<FieldName, { port: MessagePort, isValid: boolean }>} */
  const fields = new Map()
  let isSubmitted = false
  /** @type {PromiseWithResolvers<object> | undefined} */
  let submission

  const emit = (/** @type {string} */ event, /** @type {object} */ detail = {}) => {
    for (const handler of handlers.get(event) ?? []) handler(detail)
  }
  const isCardValid = () => names.every((name) => fields.get(name)?.isValid)

  /** What a frame says. @type {Record<string, (element: FieldName, said: any) => void>} */
  const hear = {
    focus: (element) => emit(Events.FRAME_FOCUS, { element }),
    blur: (element) => emit(Events.FRAME_BLUR, { element }),
    validity: (element, { isValid, isEmpty }) => {
      const field = fields.get(element)
      if (field) field.isValid = isValid
      emit(Events.FRAME_VALIDATION_CHANGED, { element, isValid, isEmpty })
      emit(Events.CARD_VALIDATION_CHANGED, { isValid: isCardValid() })
    },
    incomplete: () => {
      isSubmitted = false
      submission?.reject('The form is not complete.')
    },
    tokenized: (_, { card }) => {
      emit(Events.CARD_TOKENIZED, card)
      submission?.resolve(card)
    },
    failed: (_, { failure }) => {
      emit(Events.CARD_TOKENIZATION_FAILED, failure)
      submission?.reject(failure.errorCode)
    },
  }

  const draw = (/** @type {FieldName} */ element, /** @type {{ publicKey: string, style?: object }} */ config) => {
    const container = document.querySelector(`.${element}-frame`)
    if (!container) throw new Error(`Frames: there is no element of the class ${element}-frame`)
    const frame = document.createElement('iframe')
    frame.name = `frames-${element}`
    frame.src = new URL(`../frames/${element}`, home).href
    frame.addEventListener('load', () => {
      const { port1: port, port2 } = new MessageChannel()
      port.onmessage = ({ data }) => hear[data.type]?.(element, data)
      fields.set(element, { port, isValid: false })
      frame.contentWindow?.postMessage(config, new URL(home).origin, [port2])
      emit(Events.FRAME_ACTIVATED, { element })
    })
    container.replaceChildren(frame)
  }

  const Frames = {
    Events,
    init: ({ publicKey = '', style = {} }) => {
      isSubmitted = false
      for (const { port } of fields.values()) port.close()
      fields.clear()
      for (const element of names) draw(element, { publicKey, style })
      emit(Events.READY)
    },
    addEventHandler: (/** @type {string} */ event, /** @type {(detail: any) => void} */ handler) => {
      handlers.set(event, [...(handlers.get(event) ?? []), handler])
    },
    removeAllEventHandlers: (/** @type {string} */ event) => {
      handlers.delete(event)
    },
    isCardValid,
    /** Once; again only after `enableSubmitForm`, which keeps what was typed. */
    submitCard: () => {
      submission = Promise.withResolvers()
      const number = fields.get('card-number')
      if (isSubmitted || !number) submission.reject('The form cannot be submitted now.')
      else {
        isSubmitted = true
        emit(Events.CARD_SUBMITTED)
        // The frames are of one origin: this one reads the others, and asks the provider.
        number.port.postMessage('submit')
      }
      return submission.promise
    },
    enableSubmitForm: () => {
      isSubmitted = false
    },
  }
  Object.assign(window, { Frames })
})()
