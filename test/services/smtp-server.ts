import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A received message. */
export type ReceivedMail = {
  to: string
  /** Header fields by lower-case names, unfolded and decoded. */
  headers: Record<string, string>
  text: string
  html: string
  /** The message as it was transferred. */
  raw: Buffer
}

export type MailServer = {
  url: string
  port: number
  received: ReceivedMail[]
  connections: number
}

/**
 * Starts a real SMTP server; it closes with the test.
 * @param options.host the address on which it listens, loopback by default.
 * @param options.recipient returns a status and text to reject a recipient.
 * @param options.taken runs after a message is received and before the client gets the response.
 */
export async function openMailServer(
  options: {
    host?: string
    port?: number
    recipient?: (address: string) => [status: number, text: string] | undefined
    taken?: (mail: ReceivedMail) => Promise<void> | void
    smtp?: SMTPServerOptions
  } = {},
): Promise<MailServer> {
  const mailServer: MailServer = { url: '', port: 0, received: [], connections: 0 }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    disableReverseLookup: true,
    onConnect(_session, done) {
      mailServer.connections++
      done()
    },
    onRcptTo({ address }, _session, done) {
      const rejection = options.recipient?.(address)
      done(rejection && Object.assign(new Error(rejection[1]), { responseCode: rejection[0] }))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address).join(', ')
        const raw = Buffer.concat(chunks)
        const mail = { to, raw, ...read(raw.toString('latin1')) }
        mailServer.received.push(mail)
        Promise.resolve(options.taken?.(mail)).then(
          () => done(),
          (error: Error) => done(error),
        )
      })
    },
    ...options.smtp,
  })
  // Some tests kill the client during a transfer.
  server.on('error', () => {})
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  mailServer.port = (server.server.address() as AddressInfo).port
  mailServer.url = `smtp://127.0.0.1:${mailServer.port}`
  return mailServer
}

/** Parses a message with text and HTML parts (RFC 5322, 2045, 2047). */
function read(raw: string): Omit<ReceivedMail, 'to' | 'raw'> {
  const { headers, body } = split(raw)
  const boundary = headers['content-type']?.match(/boundary="?([^";]+)/)?.[1]
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1).map(split) : [{ headers, body }]
  const part = (type: string) => {
    const match = parts.find((entry) => entry.headers['content-type']?.startsWith(type))
    return match ? decode(match.headers['content-transfer-encoding'] ?? '', match.body) : ''
  }
  return { headers, text: part('text/plain'), html: part('text/html') }
}

function split(raw: string) {
  const [, head = '', body = ''] = raw.replace(/^\r\n/, '').match(/^([^]*?)\r\n\r\n([^]*)$/) ?? []
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = line.match(/^([^:]+): *(.*)$/) ?? []
      return [name.toLowerCase(), decodeWords(value)]
    }),
  )
  return { headers, body }
}

/** Decodes encoded words (RFC 2047). */
const decodeWords = (value: string) =>
  value
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : quoted(text.replaceAll('_', ' ')),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString())

const quoted = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function decode(encoding: string, body: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return Buffer.from(encoding === 'quoted-printable' ? quoted(body) : body, 'latin1').toString()
}
