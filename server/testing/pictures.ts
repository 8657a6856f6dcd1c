import sharp from 'sharp'

/** A small picture of one colour, as a browser sends it. */
export const samplePicture = (name = 'logo.png'): File =>
  new File(
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAO0lEQVRIiWPYrBJNU8QwaoHKaBBFj6aizaMZLXq0qNg8WpqqjFY4m0erTJXRVkX0aMNLZbTpGD2oW9cAnxHIPcFgOyIAAAAASUVORK5CYII=',
        'base64',
      ),
    ],
    name,
    { type: 'image/png' },
  )

/** A plain picture of this size. */
export const drawPicture = (width: number, height: number, colour = '#2d6a4f') =>
  sharp({ create: { width, height, channels: 3, background: colour }, limitInputPixels: false })

export const asFile = (content: Uint8Array | string, name: string, type = 'application/octet-stream'): File =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type })

/** How many pixels of a picture are of a colour, or nearly: JPEG and smoothed edges move it a little. */
export async function countPixels(picture: Uint8Array, hex: string): Promise<number> {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let found = 0
  for (let at = 0; at < data.length; at += 3)
    if (wanted.every((value, channel) => Math.abs(data[at + channel]! - value) < 10)) found++
  return found
}

/** The part of a picture where something stands. */
export const cutOut = (picture: Uint8Array, region: { left: number; top: number; width: number; height: number }) =>
  sharp(picture).extract(region).png().toBuffer()
