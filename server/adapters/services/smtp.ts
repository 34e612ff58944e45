import type { MessageTransport, DeliveryResult } from './message-transport.ts'
import { createTransport } from 'nodemailer'

/** No attempt lasts longer, in ms, however slowly a server trickles. */
const deadline = 60_000
const mailbox = /^[^\s<>()[\],;:\\"@]+@[^\s<>()[\],;:\\"@]+$/u
const lineBreak = /[\r\n\0]/

/**
 * Mail by SMTP (RFC 5321): `smtps://user:password@host` for TLS from the start, `smtp://` with STARTTLS where the
 * server has it, `?requireTLS=true` where it must.
 * @param options.host what message ids end in.
 */
export function createSmtpTransport(options: {
  url: string
  from: string
  host: string
}): MessageTransport {
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 20_000,
    idleTimeout: 30_000,
    // By itself it would send what it was sending when the server hung up, which may have taken it: we count attempts.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (message) => {
    // Nothing of the sort gets here: schemas refuse it. A header must not depend on that.
    if (!mailbox.test(message.recipient) || lineBreak.test(message.subject))
      return { fate: 'refused', reason: 'malformed' }
    try {
      await transport.sendMail({
        from: options.from,
        to: { name: '', address: message.recipient },
        subject: message.subject,
        text: message.text,
        ...(message.html === null ? {} : { html: message.html }),
        date: new Date(message.created_at),
        messageId: `<${message.key}@${options.host}>`,
        // RFC 3834: no answering machine answers.
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(deadline),
      })
      return { fate: 'delivered' }
    } catch (error) {
      return deliveryOf(error as SmtpError)
    }
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

const unreachable = new Set(
  'ECONNECTION ETIMEDOUT ESOCKET EDNS ETLS EPROTOCOL EAUTH ENOAUTH EPROXY EABORT'.split(' '),
)

/** The server's words stay here: they repeat the address. */
function deliveryOf({ code = '', command = '', responseCode = 0 }: SmtpError): DeliveryResult {
  const said = responseCode > 0 ? ` ${responseCode}` : ''
  const reason = `${code} ${command.split(' ', 2).join(' ')}${said}`.trim() || 'unknown'
  // 53x (RFC 4954) and 421 are about who we are and how the server is, whenever they are said.
  const isAboutUs = responseCode === 421 || Math.trunc(responseCode / 10) === 53
  if (isAboutUs || unreachable.has(code)) return { fate: 'later', reason, is_down: true }
  // Nodemailer itself takes no such recipient; or the server takes neither him nor what is written to him.
  const isFinal =
    (code === 'EENVELOPE' && command === 'API') ||
    (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA'))
  return isFinal ? { fate: 'refused', reason } : { fate: 'later', reason, is_down: false }
}
