import { drawnGiftwraps, type ModelTheme } from '#contract/themes/themes.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { humanise } from '#web/ui/format.ts'
import { type WrapOption, WrapOptions } from '#web/ui/kit/wrap-options.tsx'

interface GiftwrapsProps {
  chosen: string | null
  /** The team's own, and those of its parent. */
  themes: readonly ModelTheme[]
  /** Of gifts that name none. */
  defaultThemeId: string | null
}

/** The team's own themes first, then the boxes that everyone has. */
export function Giftwraps({ chosen, themes, defaultThemeId }: GiftwrapsProps) {
  const can = useCan()
  if (!can('use-theme'))
    return (
      <p className="muted">
        {defaultThemeId ? 'Gifts go out in your team’s look.' : 'Gifts go out in our own wrapping.'} Your role cannot
        choose another one.
      </p>
    )
  const options: WrapOption[] = [
    ...themes.map(({ id, name, look }) => ({ value: id, label: name, ...look })),
    ...drawnGiftwraps.map((name) => ({ value: name, label: humanise(name), giftwrap: name })),
  ]
  const named = options.find(({ value }) => value === chosen) ?? options.find(({ value }) => value === defaultThemeId)
  return <WrapOptions legend="Giftwrap" name="themeId" options={options} chosen={named?.value ?? drawnGiftwraps[0]} />
}
