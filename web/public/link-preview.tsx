import { giftwrapName } from '../ui/wraps/index.ts'
import { copy } from './copy.en-GB.ts'

interface LinkPreviewProps {
  from: string
  giftwrap: string
  publicUrl: string
}

/** What a chat shows for the link: who it is from and the wrapping, never what is inside. */
export function LinkPreview({ from, giftwrap, publicUrl }: LinkPreviewProps) {
  const title = copy.page.title(from)
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="description" content={copy.page.previewDescription} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={copy.page.previewDescription} />
      <meta property="og:image" content={`${publicUrl}/previews/${giftwrapName(giftwrap)}.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
