/** One input of Flow's card, in its frame. What is typed goes from here to the provider only. */
;(() => {
  const input = /** @type {HTMLInputElement} */ (document.querySelector('input'))
  const digits = (/** @type {string} */ text) => text.replace(/[\s-]/g, '')

  /** Doubles every second digit from the right; the digits of it all add up to tens. */
  const passesLuhn = (/** @type {string} */ number) => {
    const sum = [...number].reverse().reduce((total, digit, index) => {
      const value = Number(digit) * (1 + (index % 2))
      return total + (value > 9 ? value - 9 : value)
    }, 0)
    return sum % 10 === 0
  }
  const readExpiry = (/** @type {string} */ text) => {
    const [, month, year] = /^\s*(\d{1,2}?)\s*\/?\s*(?:20)?(\d\d)\s*$/.exec(text) ?? []
    return month && year ? { month: Number(month), year: 2000 + Number(year) } : null
  }
  /** @type {Record<string, (text: string) => boolean>} */
  const checks = {
    'card-number': (text) => /^\d{12,19}$/.test(digits(text)) && passesLuhn(digits(text)),
    'card-expiry-date': (text) => {
      const expiry = readExpiry(text)
      return expiry !== null && expiry.month >= 1 && expiry.month <= 12
    },
    'card-cvv': (text) => /^\d{3,4}$/.test(text),
  }
  const typedInto = (/** @type {string} */ frameName) => {
    const frame = /** @type {Record<string, any>} */ (/** @type {unknown} */ (parent.frames))[frameName]
    return /** @type {Window} */ (frame).document.querySelector('input')?.value ?? ''
  }

  /**
   * @typedef {object} Setting
   * @property {string} publicKey
   * @property {{ payment_session_secret: string }} session
   * @property {Record<string, string>} frameNames
   */
  const tokenize = async (/** @type {Setting} */ { publicKey, session, frameNames }) => {
    const typed = (/** @type {string} */ name) => typedInto(frameNames[name] ?? '')
    const incomplete = Object.keys(checks).filter((name) => !checks[name]?.(typed(name)))
    if (incomplete.length)
      return { incomplete: incomplete.map((name) => ({ name, isEmpty: typed(name).trim() === '' })) }
    const expiry = readExpiry(typed('card-expiry-date'))
    const answer = await fetch('../tokens', {
      method: 'POST',
      headers: {
        authorization: publicKey,
        'cko-payment-session-secret': session.payment_session_secret,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        type: 'card',
        number: digits(typed('card-number')),
        expiry_month: expiry?.month,
        expiry_year: expiry?.year,
        cvv: typed('card-cvv'),
      }),
    }).catch(() => undefined)
    const body = await answer?.json().catch(() => undefined)
    return answer?.ok ? { card: body } : { codes: body?.error_codes ?? [], status: answer?.status }
  }

  const listen = (/** @type {MessagePort} */ port, /** @type {Setting} */ setting) => {
    let said = ''
    /** A number half typed is not wrong yet: that is said once the input is left. */
    const tell = (/** @type {boolean} */ isLeft) => {
      const isEmpty = input.value.trim() === ''
      const isValid = Boolean(checks[input.name]?.(input.value))
      const saying = `${isValid} ${isEmpty}`
      if (saying === said || !(isValid || isEmpty || isLeft)) return
      said = saying
      input.setAttribute('aria-invalid', String(!isValid && !isEmpty))
      port.postMessage({ type: 'validity', isValid, isEmpty })
    }
    input.addEventListener('input', (event) => {
      const isTyped = /** @type {InputEvent} */ (event).inputType !== 'deleteContentBackward'
      if (input.name === 'card-expiry-date' && isTyped)
        input.value = input.value.replace(/^(0[1-9]|1[0-2])(?=\d*$)/, '$1/')
      tell(false)
    })
    input.addEventListener('focus', () => port.postMessage({ type: 'focus' }))
    input.addEventListener('blur', () => {
      tell(true)
      port.postMessage({ type: 'blur' })
    })
    port.onmessage = async () => port.postMessage({ type: 'answer', ...(await tokenize(setting)) })
  }

  addEventListener('message', ({ source, data, ports: [port] }) => {
    if (source !== parent || !port) return
    Object.assign(input.style, data.text)
    input.style.setProperty('--placeholder', data.placeholder ?? '')
    input.style.setProperty('--invalid', data.invalid ?? '')
    listen(port, data)
  })
})()
