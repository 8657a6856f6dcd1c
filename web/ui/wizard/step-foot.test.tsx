import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { EnterContinues } from './step-foot.tsx'

test('Enter in a field sends a step once: while it is on its way, the button that Enter presses is disabled', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<null>()
  const router = createMemoryRouter([{ path: '/', element: <EnterContinues />, action: () => answer }])
  const isDisabled = () => renderToStaticMarkup(<RouterProvider router={router} />).includes('disabled')
  expect(isDisabled()).toBe(false)
  const sent = router.navigate('/', { formMethod: 'post', formData: new FormData() })
  expect(router.state.navigation.state).toBe('submitting')
  expect(isDisabled()).toBe(true)
  resolve(null)
  await sent
  expect(isDisabled()).toBe(false)
})
