// What a till's page does beyond its forms: it says at once when there is no connection, and opens the camera.

/** @type {<T extends HTMLElement>(id: string) => T | null} */
const part = (id) => /** @type {any} */ (document.getElementById(id))

const offline = /** @type {HTMLElement} */ (part('offline'))
/** @param {boolean} isOffline */
const sayOffline = (isOffline) => {
  offline.hidden = !isOffline
}

addEventListener('offline', () => sayOffline(true))
addEventListener('online', () => sayOffline(false))
sayOffline(!navigator.onLine)

async function isReachable() {
  if (!navigator.onLine) return false
  const asked = { cache: /** @type {const} */ ('no-store'), signal: AbortSignal.timeout(5000) }
  const answer = await fetch(offline.dataset.online ?? '', asked).catch(() => null)
  return answer?.ok ?? false
}

/**
 * A form leaves once the server has been heard: without it the browser would leave the page for one of its own.
 * @param {HTMLFormElement} form
 */
async function send(form) {
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  if (await isReachable()) return form.submit()
  form.ariaBusy = 'false'
  sayOffline(true)
  offline.scrollIntoView({ block: 'nearest' })
}

/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll('form[method="post"]')
for (const form of forms)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form)
  })
// Back to a page that the browser kept as it was.
addEventListener('pageshow', () => {
  for (const form of forms) form.ariaBusy = 'false'
})

/** @typedef {{ detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]> }} Reader */

/** @returns {Promise<Reader | null>} */
async function barcodeReader() {
  const { BarcodeDetector } = /** @type {any} */ (window)
  if (!BarcodeDetector || !navigator.mediaDevices) return null
  /** @type {string[]} */
  const known = await BarcodeDetector.getSupportedFormats()
  const formats = ['qr_code', 'code_128'].filter((format) => known.includes(format))
  return formats.length ? new BarcodeDetector({ formats }) : null
}

/** @param {{ reader: Reader, scan: HTMLElement, camera: HTMLElement, form: HTMLFormElement }} page */
async function openCamera({ reader, scan, camera, form }) {
  const video = /** @type {HTMLVideoElement} */ (camera.querySelector('video'))
  const status = /** @type {HTMLElement} */ (camera.querySelector('[role="status"]'))
  /** @type {MediaStream | null} */
  let stream = null
  const show = (/** @type {boolean} */ isOpen) => {
    camera.hidden = !isOpen
    scan.hidden = isOpen
  }
  const close = () => {
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = null
    show(false)
  }
  show(true)
  part('stop-scan')?.addEventListener('click', close, { once: true })
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    video.srcObject = stream
    await video.play()
  } catch {
    status.textContent = 'The camera did not open. Allow it in the browser’s settings, or type the code.'
  }
  while (stream) {
    const [found] = await reader.detect(video).catch(() => [])
    if (found && stream) {
      close()
      const code = /** @type {HTMLInputElement} */ (form.elements.namedItem('code'))
      code.value = found.rawValue
      form.requestSubmit()
    } else await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const scan = part('scan')
const camera = part('camera')
/** @type {HTMLFormElement | null} */
const form = part('look')
if (scan && camera && form) {
  const reader = await barcodeReader().catch(() => null)
  const without = part('no-scan')
  scan.hidden = reader === null
  if (without) without.hidden = reader !== null
  if (reader) scan.addEventListener('click', () => openCamera({ reader, scan, camera, form }))
}
