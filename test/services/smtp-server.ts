import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail as it came in. */
export type ReceivedMail = {
  to: string
  /** Header lines by their names in lower case, unfolded and decoded. */
  headers: Record<string, string>
  text: string
  html: string
}

export type MailServer = {
  url: string
  port: number
  received: ReceivedMail[]
  connections: number
}

/**
 * A real SMTP server on loopback, closed with the test.
 * @param options.recipient says no to a recipient with a status and words, by returning them.
 * @param options.taken is waited for once a mail is there and before the client is told.
 */
export async function openMailServer(
  options: {
    port?: number
    recipient?: (address: string) => [status: number, words: string] | undefined
    taken?: (mail: ReceivedMail) => Promise<void> | void
    smtp?: SMTPServerOptions
  } = {},
): Promise<MailServer> {
  const mails: MailServer = { url: '', port: 0, received: [], connections: 0 }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    disableReverseLookup: true,
    onConnect(_session, done) {
      mails.connections++
      done()
    },
    onRcptTo({ address }, _session, done) {
      const refused = options.recipient?.(address)
      done(refused && Object.assign(new Error(refused[1]), { responseCode: refused[0] }))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address).join(', ')
        const mail = { to, ...read(Buffer.concat(chunks).toString('latin1')) }
        mails.received.push(mail)
        Promise.resolve(options.taken?.(mail)).then(
          () => done(),
          (error: Error) => done(error),
        )
      })
    },
    ...options.smtp,
  })
  // A client that is killed in the middle is part of some tests.
  server.on('error', () => {})
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  mails.port = (server.server.address() as AddressInfo).port
  mails.url = `smtp://127.0.0.1:${mails.port}`
  return mails
}

/** Reads a message of text and HTML (RFC 5322, 2045, 2047). */
function read(raw: string): Omit<ReceivedMail, 'to'> {
  const { headers, body } = split(raw)
  const boundary = headers['content-type']?.match(/boundary="?([^";]+)/)?.[1]
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1).map(split) : [{ headers, body }]
  const part = (type: string) => {
    const found = parts.find((one) => one.headers['content-type']?.startsWith(type))
    return found ? decode(found.headers['content-transfer-encoding'] ?? '', found.body) : ''
  }
  return { headers, text: part('text/plain'), html: part('text/html') }
}

function split(raw: string) {
  const [, head = '', body = ''] = raw.replace(/^\r\n/, '').match(/^([^]*?)\r\n\r\n([^]*)$/) ?? []
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = line.match(/^([^:]+): *(.*)$/) ?? []
      return [name.toLowerCase(), words(value)]
    }),
  )
  return { headers, body }
}

/** Encoded words. */
const words = (value: string) =>
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
