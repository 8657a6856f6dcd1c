/** One input of the card fields, in its frame. What is typed goes from here to the provider only. */
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
    const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d\d)\s*$/.exec(text) ?? []
    return month && year ? { month: Number(month), year: 2000 + Number(year) } : null
  }
  /** @type {Record<string, (text: string) => boolean>} */
  const checks = {
    'card-number': (text) => /^\d{12,19}$/.test(digits(text)) && passesLuhn(digits(text)),
    'expiry-date': (text) => {
      const expiry = readExpiry(text)
      return expiry !== null && expiry.month >= 1 && expiry.month <= 12
    },
    cvv: (text) => /^\d{3,4}$/.test(text),
  }
  /** @type {Record<string, string>} */
  const words = {
    card_number_invalid: 'This is not one of the test cards.',
    card_expired: 'This card has expired.',
    cvv_invalid: 'The security code is not right.',
  }

  const typedInto = (/** @type {string} */ name) => {
    const frame = /** @type {Record<string, any>} */ (/** @type {unknown} */ (parent.frames))[`frames-${name}`]
    return /** @type {Window} */ (frame).document.querySelector('input')?.value ?? ''
  }
  const submit = async (/** @type {string} */ publicKey) => {
    if (!Object.entries(checks).every(([name, check]) => check(typedInto(name)))) return { type: 'incomplete' }
    const expiry = readExpiry(typedInto('expiry-date'))
    const answer = await fetch('../tokens', {
      method: 'POST',
      headers: { authorization: publicKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'card',
        number: digits(typedInto('card-number')),
        expiry_month: expiry?.month,
        expiry_year: expiry?.year,
        cvv: typedInto('cvv'),
      }),
    }).catch(() => undefined)
    const body = await answer?.json().catch(() => undefined)
    if (answer?.ok) return { type: 'tokenized', card: body }
    /** @type {string[]} */
    const codes = body?.error_codes ?? []
    const message = codes.map((code) => words[code] ?? code).join(' ') || 'The card could not be checked.'
    return { type: 'failed', failure: { errorCode: codes[0] ?? 'card_tokenization_failed', message } }
  }

  const listen = (/** @type {MessagePort} */ port, /** @type {string} */ publicKey) => {
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
    input.addEventListener('input', () => tell(false))
    input.addEventListener('focus', () => port.postMessage({ type: 'focus' }))
    input.addEventListener('blur', () => {
      tell(true)
      port.postMessage({ type: 'blur' })
    })
    port.onmessage = async () => port.postMessage(await submit(publicKey))
  }

  addEventListener('message', ({ source, data, ports: [port] }) => {
    if (source !== parent || !port) return
    Object.assign(input.style, data.style.base)
    input.style.setProperty('--placeholder', data.style.placeholder?.base?.color ?? '')
    input.style.setProperty('--invalid', data.style.invalid?.color ?? '')
    listen(port, data.publicKey)
  })
})()
