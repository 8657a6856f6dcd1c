import { withoutPersonalDataIn } from '#contract/core/personal-data.ts'

/** A header line and events, as the SDK hands over a recording that it has not packed. */
export async function compressRecording(payload: string | Uint8Array): Promise<Uint8Array> {
  const text = typeof payload === 'string' ? payload : new TextDecoder().decode(payload)
  const end = text.indexOf('\n') + 1
  const head = new TextEncoder().encode(text.slice(0, end))
  const events = await deflate(JSON.stringify(withoutPersonalDataIn(JSON.parse(text.slice(end)))))
  const packed = new Uint8Array(head.length + events.length)
  packed.set(head)
  packed.set(events, head.length)
  return packed
}

async function deflate(text: string): Promise<Uint8Array> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}
