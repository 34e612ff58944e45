import type { MessageTransport, DeliveryResult } from './message-transport.ts'
import { createTransport } from 'nodemailer'

/** Timeout of an attempt in ms, however slow the server. */
const timeoutMs = 60_000
const mailbox = /^[^\s<>()[\],;:\\"@]+@[^\s<>()[\],;:\\"@]+$/u
const lineBreak = /[\r\n\0]/

/**
 * Sends email by SMTP (RFC 5321): `smtps://user:password@host` for implicit TLS, `smtp://` for STARTTLS if offered,
 * `?requireTLS=true` to require it.
 * @param options.from the address of the sender; a name before it is replaced by that of the service.
 * @param options.host the domain of message ids.
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
    // Otherwise it would resend after a disconnect, although the server may have accepted the message.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const sender = /<([^<>]*)>/.exec(options.from)?.[1] ?? options.from
  return async (message) => {
    // Schemas already reject such values. Header safety must not depend on that.
    const headerValues = [message.subject, message.sender_name, ...Object.values(message.headers)]
    if (!mailbox.test(message.recipient) || headerValues.some((value) => lineBreak.test(value)))
      return { status: 'refused', reason: 'malformed' }
    try {
      await transport.sendMail({
        from: { name: message.sender_name, address: sender },
        to: { name: '', address: message.recipient },
        subject: message.subject,
        text: message.text,
        ...(message.html === null ? {} : { html: message.html }),
        date: new Date(message.created_at),
        messageId: `<${message.key}@${options.host}>`,
        // RFC 3834: suppresses automatic replies.
        headers: { ...message.headers, 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: 'delivered' }
    } catch (error) {
      return deliveryOf(error as SmtpError)
    }
  }
}

/** Signs in to a mail server without sending; its error has the codes of the server. */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 10_000,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

const unreachable = new Set(
  'ECONNECTION ETIMEDOUT ESOCKET EDNS ETLS EPROTOCOL EAUTH ENOAUTH EPROXY EABORT'.split(' '),
)

/** Omits the server's text, which contains the address. */
function deliveryOf({ code = '', command = '', responseCode = 0 }: SmtpError): DeliveryResult {
  const statusText = responseCode > 0 ? ` ${responseCode}` : ''
  const reason = `${code} ${command.split(' ', 2).join(' ')}${statusText}`.trim() || 'unknown'
  // 53x (RFC 4954) and 421 concern authentication and the server state, not the message.
  const isServerState = responseCode === 421 || Math.trunc(responseCode / 10) === 53
  if (isServerState || unreachable.has(code)) return { status: 'later', reason, is_down: true }
  // Nodemailer rejected the recipient, or the server rejected the recipient or the message.
  const isFinal =
    (code === 'EENVELOPE' && command === 'API') ||
    (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA'))
  return isFinal ? { status: 'refused', reason } : { status: 'later', reason, is_down: false }
}
