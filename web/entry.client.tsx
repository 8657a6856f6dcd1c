import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { beginMonitoring, readSettings } from './monitoring/begin.ts'
import { PageSettingsContext, parseColourScheme, SANDBOX_BANNER_ID } from './ui/page-settings.ts'
import { saveTypedValues } from './ui/typed-before-scripts.ts'

// Browsers hide an element's nonce from scripts' reading of the attribute, so the server repeats it for us.
const nonce = document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? undefined
const colourScheme = parseColourScheme(document.documentElement.dataset.colourScheme)

const sandboxBanner = document.getElementById(SANDBOX_BANNER_ID) !== null

const writeTyped = saveTypedValues()
const monitoring = readSettings()
if (monitoring) beginMonitoring(monitoring)

function App() {
  useLayoutEffect(writeTyped, [])
  return <HydratedRouter />
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageSettingsContext value={{ nonce, colourScheme, sandboxBanner, monitoring }}>
        <App />
      </PageSettingsContext>
    </StrictMode>,
  )
})
