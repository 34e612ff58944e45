/** Web push: messages to browsers by their push services (RFC 8030), encrypted (RFC 8291) and signed with VAPID (RFC 8292). */
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/** A subscription of a browser; the keys are those of `PushSubscription`, as bytes. */
export type PushSubscription = { endpoint: string; p256dh: Buffer; auth: Buffer }

export type PushOutcome =
  | { status: 'sent' }
  /** The browser has ended the subscription. */
  | { status: 'gone' }
  /** The service refuses this message, now and later. */
  | { status: 'refused'; reason: string }
  | { status: 'later'; reason: string; retry_after_s: number | undefined }

export type WebPush = {
  /** The key that browsers subscribe with, as base64url. */
  public_key: string
  /** Whether an endpoint is that of a known push service: the server sends requests to no other. */
  isKnownEndpoint(endpoint: string): boolean
  send(subscription: PushSubscription, payload: string): Promise<PushOutcome>
}

/** The push services of Chrome, Edge, Firefox and Safari. Browsers accept no others. */
const serviceHosts =
  /^(?:fcm\.googleapis\.com|[\w-]+\.notify\.windows\.com|[\w.-]+\.push\.apple\.com|(?:[\w-]+\.)?push\.services\.mozilla\.com)$/

const timeout_ms = 10_000
/** Seconds for which a service keeps a message for a browser that is offline. */
const ttl_s = 86_400
/** Seconds for which a signature is valid; RFC 8292 permits a day. */
const signature_s = 12 * 3_600

const hkdf = (key: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/**
 * Encrypts a payload for a subscription by RFC 8291 as one record of `aes128gcm`.
 * @param random the sender's private key and the salt, which tests fix
 */
export function encryptPayload(
  { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>,
  payload: Buffer,
  random?: { privateKey: Buffer; salt: Buffer },
): Buffer {
  const sender = createECDH('prime256v1')
  if (random) sender.setPrivateKey(random.privateKey)
  else sender.generateKeys()
  const salt = random?.salt ?? randomBytes(16)
  const publicKey = sender.getPublicKey()
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey])
  const inputKey = hkdf(sender.computeSecret(p256dh), auth, keyInfo, 32)
  const key = hkdf(inputKey, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdf(inputKey, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The delimiter of the last record.
  const record = [cipher.update(payload), cipher.update(Buffer.of(2)), cipher.final()]
  const recordSize = Buffer.alloc(4)
  recordSize.writeUInt32BE(4_096)
  const header = [salt, recordSize, Buffer.of(publicKey.length), publicKey]
  return Buffer.concat([...header, ...record, cipher.getAuthTag()])
}

/** Derives the key pair of the site, so that all its processes have the same one. */
function deriveKeys(secret: string): { publicKey: string; privateKey: KeyObject } {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(hkdf(Buffer.from(secret), Buffer.alloc(0), 'web push VAPID', 32))
  const point = pair.getPublicKey()
  const key = {
    kty: 'EC',
    crv: 'P-256',
    d: pair.getPrivateKey('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key, format: 'jwk' }),
  }
}

const encodePart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * Creates the sender of push messages.
 * @param options.secret the site's secret from which its key is derived; with another one, browsers subscribe again
 * @param options.contact the address that a service may write to about its load
 * @param options.extra_origin of a push service of our own, for tests
 */
export function createWebPush({
  secret,
  contact,
  extra_origin,
}: {
  secret: string
  contact: string
  extra_origin?: string | undefined
}): WebPush {
  const { publicKey, privateKey } = deriveKeys(secret)

  function authorize(endpoint: string): string {
    const exp = Math.floor(Date.now() / 1_000) + signature_s
    const claims = { aud: new URL(endpoint).origin, exp, sub: contact }
    const content = `${encodePart({ typ: 'JWT', alg: 'ES256' })}.${encodePart(claims)}`
    const signature = sign('sha256', Buffer.from(content), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`
  }

  return {
    public_key: publicKey,
    isKnownEndpoint(endpoint) {
      const url = URL.parse(endpoint)
      if (!url || url.username || url.password) return false
      if (url.origin === extra_origin) return true
      return url.protocol === 'https:' && url.port === '' && serviceHosts.test(url.hostname)
    },
    async send(subscription, payload) {
      try {
        const response = await fetch(subscription.endpoint, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(timeout_ms),
          headers: {
            authorization: authorize(subscription.endpoint),
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            ttl: String(ttl_s),
            urgency: 'normal',
          },
          body: new Uint8Array(encryptPayload(subscription, Buffer.from(payload))),
        })
        await response.body?.cancel()
        return outcomeOf(response)
      } catch (error) {
        return { status: 'later', reason: String(error), retry_after_s: undefined }
      }
    },
  }
}

function outcomeOf({ ok, status, headers }: Response): PushOutcome {
  if (ok) return { status: 'sent' }
  if (status === 404 || status === 410) return { status: 'gone' }
  const reason = `HTTP ${status}`
  if (status !== 429 && status < 500) return { status: 'refused', reason }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return { status: 'later', reason, retry_after_s: seconds > 0 ? seconds : undefined }
}
