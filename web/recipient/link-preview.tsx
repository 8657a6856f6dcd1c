import type { Look } from '#contract/themes/themes.ts'
import { paths } from '#web/paths.ts'
import { giftwrapName } from '#web/ui/wraps/index.ts'
import { copy } from './copy.en-GB.ts'

interface LinkPreviewProps {
  from: string
  look: Look
  publicUrl: string
}

/** What a chat shows for the link: who it is from and the wrapping, never what is inside. */
export function LinkPreview({ from, look, publicUrl }: LinkPreviewProps) {
  const title = copy.page.title(from)
  const picture = look.previewUrl ?? `${publicUrl}${paths.boxPreview(giftwrapName(look.giftwrap))}`
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="description" content={copy.page.previewDescription} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={copy.page.previewDescription} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:alt" content={title} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
