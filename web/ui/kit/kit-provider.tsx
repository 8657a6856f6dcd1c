import { createTheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageSettings } from '../page-settings.ts'
import './controls.ts'
import './kit.css'

const theme = createTheme({
  components: {
    ...Object.fromEntries(
      ['PasswordInput', 'Textarea', 'Autocomplete'].map((name) => [
        name,
        { defaultProps: { size: 'md', withAsterisk: false } },
      ]),
    ),
    Checkbox: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
  },
})

/**
 * The control kit in our colours. It always takes itself for light: what it calls grey, white or red are our tokens
 * (controls.css), and those follow the reader's scheme by style sheet alone, before any script and without a flash.
 */
export function KitProvider({ children }: { children: ReactNode }) {
  const { nonce } = usePageSettings()
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme="light"
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateCssVariables={false}
      getStyleNonce={() => nonce ?? ''}
    >
      {children}
    </MantineProvider>
  )
}
