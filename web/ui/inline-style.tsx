import { usePageSettings } from './page-settings.ts'

/** A style element the content security policy lets through. `css` is ours: it never holds what people typed. */
export function InlineStyle({ css }: { css: string }) {
  const { nonce } = usePageSettings()
  // biome-ignore lint/security/noDangerouslySetInnerHtml: CSS must not be escaped as text, or its quotes and > break
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
}
