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
  const options: WrapOption[] = [
    ...(can('use-theme') ? themes.map(({ id, name, look }) => ({ value: id, label: name, ...look })) : []),
    ...(can('use-giftwrap')
      ? drawnGiftwraps.map((name) => ({ value: name, label: humanise(name), giftwrap: name }))
      : []),
  ]
  if (options.length === 0)
    return (
      <p className="muted">
        {defaultThemeId ? 'Gifts go out in your team’s look.' : 'Gifts go out in our own wrapping.'} Your role cannot
        choose another one.
      </p>
    )
  const named = options.find(({ value }) => value === chosen) ?? options.find(({ value }) => value === defaultThemeId)
  return <WrapOptions legend="Giftwrap" name="themeId" options={options} chosen={(named ?? options[0]!).value} />
}
