/**
 * The provider's Flow, as far as a card is turned into a token with it: `CheckoutWebComponents` makes components, and the
 * one named `card` draws labels and borders into the page, and each input into a frame of the provider's own. The page
 * hears how the typing goes, and is given a token; never what was typed. Held against the provider's own types.
 */
;(() => {
  /** @typedef {import('@checkout.com/checkout-web-components').Options} Options */
  /** @typedef {import('@checkout.com/checkout-web-components').Component} Component */
  /** @typedef {import('@checkout.com/checkout-web-components').TokenizeResult} TokenizeResult */
  /** @typedef {import('@checkout.com/checkout-web-components').CheckoutWebComponents} Instance */
  /** @typedef {'card-number' | 'card-expiry-date' | 'card-cvv'} FieldName */
  /** @typedef {{ box: HTMLElement, words: HTMLElement, port?: MessagePort, isValid: boolean, isEmpty: boolean }} Field */

  /** @type {Record<FieldName, { label: string, empty: string, wrong: string }>} */
  const texts = {
    'card-number': {
      label: 'Card number',
      empty: 'Enter your card number',
      wrong: 'This is not a card number: check each digit',
    },
    'card-expiry-date': {
      label: 'Expiry date',
      empty: 'Enter your card’s expiry date',
      wrong: 'Enter the expiry date as month and year, such as 12/28',
    },
    'card-cvv': {
      label: 'Security code',
      empty: 'Enter your card’s security code',
      wrong: 'Your card’s security code is incomplete',
    },
  }
  /** What the provider finds out only when it is asked. @type {Record<string, [FieldName, string]>} */
  const refusals = {
    card_number_invalid: ['card-number', 'This is not one of the test cards'],
    card_expired: ['card-expiry-date', 'Your card’s expiry date is in the past'],
    cvv_invalid: ['card-cvv', 'Your card’s security code is incomplete'],
  }
  const names = /** @type {FieldName[]} */ (Object.keys(texts))
  const home = /** @type {HTMLScriptElement} */ (document.currentScript).src
  let made = 0

  const failure = (/** @type {string} */ type, /** @type {string} */ code, /** @type {object} */ details = {}) =>
    /** @type {any} */ (Object.assign(new Error(`[${type}]: ${code}`), { name: 'CheckoutError', type, code, details }))

  /**
   * One of the component's inputs: its words in the page, the input in its frame.
   * @param {FieldName} name
   * @param {string} frameName
   * @param {NonNullable<Options['appearance']>} look
   */
  const drawField = (name, frameName, look) => {
    const place = document.createElement('div')
    const label = document.createElement('div')
    const box = document.createElement('div')
    const words = document.createElement('div')
    const frame = document.createElement('iframe')
    label.textContent = texts[name].label
    frame.name = frameName
    frame.title = texts[name].label
    frame.src = new URL(`fields/${name}`, home).href
    words.setAttribute('aria-live', 'polite')
    Object.assign(place.style, { minWidth: '0', gridColumn: name === 'card-number' ? '1 / -1' : 'auto' })
    Object.assign(label.style, { marginBottom: '6px', color: look.colorPrimary, ...textStyle(look.label) })
    Object.assign(box.style, {
      height: '44px',
      padding: '0 12px',
      boxSizing: 'border-box',
      border: `${look.borderWidth ?? '1px'} solid ${look.colorFormBorder ?? '#8a8a8a'}`,
      borderRadius: String(look.borderRadius?.[0] ?? '8px'),
      background: look.colorFormBackground ?? '#fff',
      // The provider's page has no colours of its own; were its scheme not the frame's, browsers would paint it white.
      colorScheme: 'light',
    })
    Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', border: '0' })
    Object.assign(words.style, { color: look.colorError ?? '#b42318', ...textStyle(look.footnote) })
    box.append(frame)
    place.append(label, box, words)
    return { place, box, words, frame }
  }
  const textStyle = (
    /** @type {Partial<import('@checkout.com/checkout-web-components').Font> | undefined} */ font,
  ) => ({
    fontFamily: font?.fontFamily ?? 'inherit',
    fontSize: String(font?.fontSize ?? '14px'),
    fontWeight: String(font?.fontWeight ?? 400),
    lineHeight: String(font?.lineHeight ?? 1.4),
  })

  /** @param {Options & Record<string, any>} options @returns {Component} */
  const makeCard = (options) => {
    const { publicKey, appearance: look = {} } = options
    const session = /** @type {{ id: string, payment_session_secret: string }} */ (options.paymentSession)
    const id = ++made
    const frameNames = Object.fromEntries(names.map((name) => [name, `${name}__${id}`]))
    /** @type {Map<FieldName, Field>} */
    const fields = new Map()
    /** @type {HTMLElement | undefined} */
    let root
    let isChecked = false
    /** @type {((said: any) => void) | undefined} */
    let answer

    const tell = (/** @type {FieldName} */ name, /** @type {string} */ text) => {
      const field = fields.get(name)
      if (!field) return
      field.words.textContent = text
      field.words.style.marginTop = text ? '6px' : '0'
      field.box.style.borderColor = text ? (look.colorError ?? '#b42318') : (look.colorFormBorder ?? '#8a8a8a')
    }
    const tellHow = (/** @type {FieldName} */ name, /** @type {boolean} */ isEmpty) =>
      tell(name, isEmpty ? texts[name].empty : texts[name].wrong)
    /** What a frame says. @type {Record<string, (name: FieldName, said: any) => void>} */
    const hear = {
      focus: (name) => {
        const box = fields.get(name)?.box
        if (box) box.style.outline = `3px solid ${look.colorOutline ?? '#2563eb'}`
      },
      blur: (name) => {
        const field = fields.get(name)
        if (field) field.box.style.outline = 'none'
        if (field && !field.isEmpty && !field.isValid) tellHow(name, false)
      },
      validity: (name, { isValid, isEmpty }) => {
        const field = fields.get(name)
        if (!field) return
        Object.assign(field, { isValid, isEmpty })
        if (isValid || isEmpty) tell(name, '')
        options.onChange?.(component)
      },
      answer: (_, said) => answer?.(said),
    }

    const draw = (/** @type {Element} */ container) => {
      root = document.createElement('div')
      Object.assign(root.style, { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px 16px' })
      let waiting = names.length
      for (const name of names) {
        const { frame, place, ...drawn } = drawField(name, frameNames[name] ?? '', look)
        fields.set(name, { ...drawn, isValid: false, isEmpty: true })
        frame.addEventListener('load', () => {
          const { port1: port, port2 } = new MessageChannel()
          port.onmessage = ({ data }) => hear[data.type]?.(name, data)
          Object.assign(fields.get(name) ?? {}, { port })
          const text = { color: look.colorPrimary, fontFamily: look.input?.fontFamily, fontSize: look.input?.fontSize }
          const message = {
            publicKey,
            session,
            frameNames,
            text,
            placeholder: look.colorSecondary,
            invalid: look.colorError,
          }
          frame.contentWindow?.postMessage(message, new URL(home).origin, [port2])
          waiting -= 1
          if (waiting === 0) options.onReady?.(component)
        })
        root.append(place)
      }
      container.append(root)
    }

    /** @returns {Promise<TokenizeResult | void>} */
    const tokenize = async () => {
      const port = fields.get('card-number')?.port
      if (!port) return
      // The frames are of one origin: this one reads the others, and asks the provider.
      const said = await new Promise((resolve) => {
        answer = resolve
        port.postMessage('tokenize')
      })
      if (said.card) return { type: /** @type {any} */ ('card'), data: said.card }
      if (said.incomplete) {
        for (const { name, isEmpty } of said.incomplete) tellHow(name, isEmpty)
        return
      }
      for (const code of said.codes) {
        const [name, text] = refusals[code] ?? []
        if (name && text) tell(name, text)
      }
      const { id: paymentSessionId } = session
      const details = { paymentSessionId, requestErrorCodes: said.codes, status: said.status, type: 'card' }
      options.onError?.(component, failure('Request', 'tokenize_request_failed', details))
    }
    const unsupported = () => {
      throw failure('Integration', 'method_not_supported')
    }

    /** @type {Component} */
    const component = {
      type: /** @type {any} */ ('card'),
      selectedType: /** @type {any} */ ('card'),
      selectedPaymentMethodId: undefined,
      name: 'Card',
      isAvailable: async () => {
        isChecked = true
        return true
      },
      isValid: () => names.every((name) => fields.get(name)?.isValid),
      isPayButtonRequired: () => true,
      mount: (element) => {
        const container = typeof element === 'string' ? document.querySelector(element) : element
        if (!isChecked) throw failure('Integration', 'component_is_available_not_checked')
        if (!container) throw failure('Integration', 'element_not_found', { element })
        if (root) throw failure('Integration', 'component_already_mounted')
        draw(container)
        return component
      },
      unmount: () => {
        for (const { port } of fields.values()) port?.close()
        fields.clear()
        root?.remove()
        root = undefined
        return component
      },
      tokenize,
      // A payment within the page: nothing here asks for one.
      submit: unsupported,
      unselect: unsupported,
    }
    return component
  }

  /** @param {Options} options @returns {Promise<Instance>} */
  const CheckoutWebComponents = async (options) => {
    const { paymentSession } = options
    if (!paymentSession) throw failure('Integration', 'payment_session_required')
    if (!paymentSession.id || !paymentSession.payment_session_secret)
      throw failure('Integration', 'payment_session_invalid')
    return {
      create: (name, own) => {
        if (name !== 'card') throw failure('Integration', 'component_not_supported')
        return makeCard({ ...options, ...own })
      },
      update: async () => {},
    }
  }
  Object.assign(window, { CheckoutWebComponents })
})()
