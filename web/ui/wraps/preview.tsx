import { Backdrop, GiftwrapDefinitions, WrappedGiftBox } from './gift-box.tsx'
import type { GiftwrapLook } from './giftwrap.ts'

/** What a chat shows beside a gift's link: the present, wrapped, and nothing about what is inside. */
export function LinkPreviewPicture({ wrap, tag }: { wrap: GiftwrapLook; tag: readonly [string, string] }) {
  return (
    <div className="picture">
      <GiftwrapDefinitions wrap={wrap} />
      <Backdrop />
      <WrappedGiftBox wrap={wrap} tag={tag} />
    </div>
  )
}
