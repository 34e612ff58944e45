import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The test file of EICAR, which every scanner reports; in two parts, so that none reports this file. */
export const eicar = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-',
  'ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

/** How clamd handles a connection: `hang_up` closes it once the file arrives, `silent` reads it and never answers. */
export type ClamdConduct = 'answer' | 'hang_up' | 'silent'

export type Clamd = {
  url: string
  /** The files that were received whole. */
  received: Buffer[]
  connections: number
}

/**
 * Starts a server that speaks clamd's INSTREAM as clamd 1.4 does; it closes with the test.
 * @param options.conducts of the first connections; later ones are answered.
 * @param options.stream_max_length in bytes, like `StreamMaxLength`.
 * @param options.path of a Unix socket instead of a port.
 */
export async function openClamd(
  options: {
    conducts?: ClamdConduct[]
    stream_max_length?: number
    answer?: string
    path?: string
  } = {},
): Promise<Clamd> {
  const conducts = [...(options.conducts ?? [])]
  const clamd: Clamd = { url: '', received: [], connections: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    clamd.connections++
    sockets.add(socket.on('error', () => {}))
    const conduct = conducts.shift() ?? 'answer'
    let input = Buffer.alloc(0)
    socket.on('data', (data) => {
      input = Buffer.concat([input, data])
      if (conduct === 'hang_up' && input.length > command.length) return socket.destroy()
      const reply = replyTo(input, options.stream_max_length ?? Infinity)
      if (!reply || conduct === 'silent') return undefined
      if (reply.file) clamd.received.push(reply.file)
      return socket.end(`${options.answer ?? reply.text}\0`)
    })
  })
  server.listen(options.path ?? { port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  clamd.url = options.path
    ? `unix:${options.path}`
    : `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return clamd
}

const command = 'zINSTREAM\0'

/** @returns undefined until the zero-length chunk, or the first chunk beyond the limit. */
function replyTo(input: Buffer, limit: number): { text: string; file?: Buffer } | undefined {
  if (input.length < command.length) return undefined
  if (input.toString('latin1', 0, command.length) !== command) return { text: 'UNKNOWN COMMAND' }
  const chunks: Buffer[] = []
  let total = 0
  for (let at = command.length; at + 4 <= input.length;) {
    const length = input.readUInt32BE(at)
    at += 4
    total += length
    if (total > limit) return { text: 'INSTREAM size limit exceeded. ERROR' }
    if (length === 0) {
      const file = Buffer.concat(chunks)
      const isInfected = file.includes(eicar)
      return { text: `stream: ${isInfected ? 'Eicar-Signature FOUND' : 'OK'}`, file }
    }
    chunks.push(input.subarray(at, at + length))
    at += length
  }
  return undefined
}
