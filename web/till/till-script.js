// What a till's page does beyond its forms: it says at once when there is no connection, and opens the camera.
const offline = document.getElementById('offline')
const sayOffline = (isOffline) => {
  offline.hidden = !isOffline
}

addEventListener('offline', () => sayOffline(true))
addEventListener('online', () => sayOffline(false))
sayOffline(!navigator.onLine)

async function isReachable() {
  if (!navigator.onLine) return false
  try {
    const answer = await fetch(offline.dataset.online, { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    return answer.ok
  } catch {
    return false
  }
}

/** A form leaves once the server has been heard: without it the browser would leave the page for one of its own. */
async function send(event) {
  event.preventDefault()
  const form = event.currentTarget
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  if (await isReachable()) return form.submit()
  form.ariaBusy = 'false'
  sayOffline(true)
  offline.scrollIntoView({ block: 'nearest' })
}
const forms = document.querySelectorAll('form[method="post"]')
for (const form of forms) form.addEventListener('submit', send)
// Back to a page that the browser kept as it was.
addEventListener('pageshow', () => {
  for (const form of forms) form.ariaBusy = 'false'
})

const scan = document.getElementById('scan')
const camera = document.getElementById('camera')

async function barcodeReader() {
  if (!('BarcodeDetector' in window) || !navigator.mediaDevices?.getUserMedia) return null
  const known = await window.BarcodeDetector.getSupportedFormats()
  const formats = ['qr_code', 'code_128'].filter((format) => known.includes(format))
  return formats.length ? new window.BarcodeDetector({ formats }) : null
}

async function openCamera(reader) {
  const video = camera.querySelector('video')
  const status = camera.querySelector('[role="status"]')
  camera.hidden = false
  scan.hidden = true
  let stream = null
  const close = () => {
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = null
    camera.hidden = true
    scan.hidden = false
  }
  document.getElementById('stop-scan').onclick = close
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    video.srcObject = stream
    await video.play()
  } catch {
    status.textContent = 'The camera did not open. Allow it in the browser’s settings, or type the code.'
    return
  }
  while (stream) {
    const [found] = await reader.detect(video).catch(() => [])
    if (found && stream) {
      close()
      const form = document.getElementById('look')
      form.elements.code.value = found.rawValue
      return form.requestSubmit()
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

if (scan) {
  const reader = await barcodeReader().catch(() => null)
  scan.hidden = reader === null
  document.getElementById('no-scan').hidden = reader !== null
  scan.onclick = () => openCamera(reader)
}
