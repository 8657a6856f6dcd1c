import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { Form, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import styles from './menus.module.css'

const look = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const appearances = [
  { value: 'auto', label: 'System', icon: <IconDeviceDesktop {...look} /> },
  { value: 'light', label: 'Light', icon: <IconSun {...look} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon {...look} /> },
]

/** Light, dark, or as the browser has it. */
export function AppearanceSwitch({ appearance }: { appearance: string }) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={paths.appearance} className={styles.appearance} preventScrollReset>
      <input type="hidden" name="next" value={`${pathname}${search}`} />
      {appearances.map(({ value, label, icon }) => (
        <button
          key={value}
          type="submit"
          name="appearance"
          value={value}
          aria-pressed={appearance === value}
          onClick={() => {
            const { dataset } = document.documentElement
            if (value === 'auto') delete dataset.colourScheme
            else dataset.colourScheme = value
          }}
        >
          {icon}
          {label}
        </button>
      ))}
    </Form>
  )
}
