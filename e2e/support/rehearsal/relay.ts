import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** An address that outlives the server behind it, as a floating one does: what is connected breaks when it moves. */
export interface Relay {
  port: number
  moveTo(port: number): void
  close(): Promise<void>
}

export async function openRelay(first: number): Promise<Relay> {
  let target = first
  const open = new Set<Socket>()
  const keep = (socket: Socket, other: Socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      open.delete(socket)
      other.destroy()
    })
  }
  const server = createServer((inner) => {
    const outer = connect(target, '127.0.0.1')
    keep(inner, outer)
    keep(outer, inner)
    inner.pipe(outer).pipe(inner)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    moveTo: (port) => {
      target = port
      cut()
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
