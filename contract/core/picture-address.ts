/**
 * Pictures are kept by their path on this host. Pages draw all of them; mail programs and messengers draw neither SVG nor WebP,
 * so programs elsewhere are told of a copy that they do draw: `/pictures`, the path, and what the copy is.
 */
const copies: Record<string, string> = { '.svg': '.png', '.webp': '.jpg' }

export const PICTURE_COPIES = '/pictures'
const COPY = new RegExp(`^${PICTURE_COPIES}(.+(?:\\.svg(?=\\.png$)|\\.webp(?=\\.jpg$)))`)

/** Where the same picture is a PNG or a JPEG. */
export function portablePath(path: string): string {
  const copy = copies[/\.\w+$/.exec(path)?.[0] ?? '']
  return copy ? `${PICTURE_COPIES}${path}${copy}` : path
}

/** The picture that a copy was drawn from; undefined where the path is no copy's. */
export const copiedPath = (path: string): string | undefined => COPY.exec(path)?.[1]
